#!/bin/sh
# A bot in the shell, for every game: the first move of the menu. It starts no other program.
# It can do without a reader of JSON because the runner writes no blanks and `type` first.
while IFS= read -r line; do
    case $line in
    '{"type":"hello",'*)
        echo '{"type":"ready","protocol":1,"name":"shell"}'
        ;;
    '{"type":"ask",'*)
        id=${line#*'"id":'}
        id=${id%%,*}
        menu=${line#*'"menu":{"'}        # attack":[["7S"],["7D"]]}
        verb=${menu%%'"'*}
        value=${menu#*:}
        first=${value#*'"'}              # the first text in quotes: a card or a suit
        first=${first%%'"'*}
        case $verb$value in
        beat*)                           # {"7S":["9S","TS"],"AH":[]},"take":true}
            open=${value%%'}'*}
            answer=${open#*'["'}
            answer=${answer%%'"'*}
            case $open in
            *'[]'*) move=take ;;         # something cannot be beaten
            *) move="beat $first $answer" ;;
            esac
            ;;
        "${verb}true"*) move=$verb ;;
        *) move="$verb $first" ;;
        esac
        echo "{\"type\":\"move\",\"id\":$id,\"move\":\"$move\"}"
        ;;
    '{"type":"bye",'*)
        exit 0
        ;;
    esac
done
