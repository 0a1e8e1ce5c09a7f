/* A bot in C, for every game: the first move of the menu. Like shell.sh it looks for the words it
   needs, which it may because the runner writes no blanks and `type` first.

       cc -std=c99 -O2 -o first first.c
*/
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text between the first quotes from `at` on, and where it ends. */
static const char *quoted(const char *at, char *text, size_t room)
{
    size_t length = 0;
    for (at = strchr(at, '"') + 1; at[length] != '"'; length++)
        if (length + 1 < room)
            text[length] = at[length];
    text[length < room ? length : room - 1] = '\0';
    return at + length + 1;
}

static void answer(const char *ask)
{
    long id = atol(strstr(ask, "\"id\":") + 5);
    char verb[16], first[8], second[8];
    const char *value = quoted(strstr(ask, "\"menu\":") + 7, verb, sizeof verb) + 1;

    printf("{\"type\":\"move\",\"id\":%ld,\"move\":\"", id);
    if (strcmp(verb, "beat") == 0) {
        /* {"7S":["9S","TS"],"AH":[]},"take":true} */
        const char *end = strchr(value, '}'), *none = strstr(value, "[]");
        if (none != NULL && none < end) {
            printf("take");
        } else {
            quoted(quoted(value, first, sizeof first), second, sizeof second);
            printf("beat %s %s", first, second);
        }
    } else if (strncmp(value, "true", 4) == 0) {
        printf("%s", verb);
    } else {
        quoted(value, first, sizeof first);
        printf("%s %s", verb, first);
    }
    printf("\"}\n");
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "{\"type\":\"hello\",", 16) == 0)
            printf("{\"type\":\"ready\",\"protocol\":1,\"name\":\"first\"}\n");
        else if (strncmp(line, "{\"type\":\"ask\",", 14) == 0)
            answer(line);
        else if (strncmp(line, "{\"type\":\"bye\",", 14) == 0)
            break;
        fflush(stdout);
    }
    free(line);
    return 0;
}
