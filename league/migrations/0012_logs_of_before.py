"""Write the log of tournaments that were begun before there was one, from what they left."""

from collections import Counter

from django.db import migrations

from league.models.tournaments import new_lot


def outcome(result, entries):
    scores, forfeits = result.scores, result.forfeits
    present = [seat for seat in range(entries) if seat not in forfeits]
    worth = [-1 if seat in forfeits else (scores[seat] if not forfeits else 0) for seat in range(entries)]
    places = [1 + sum(other > own for other in worth) for own in worth]
    return {
        'scores': scores,
        'places': places if present else [entries] * entries,
        'winner': result.winner,
        'forfeits': forfeits,
        'fools': [],
    }


class Writer:
    def __init__(self, apps, tournament):
        self.acts = apps.get_model('league', 'LoggedAct').objects
        self.tournament = tournament
        self.number = 0

    def write(self, kind, told, *, by=None, reason='', at=None):
        self.number += 1
        return self.acts.create(
            tournament=self.tournament,
            number=self.number,
            kind=kind,
            told=told,
            by=by,
            reason=reason[:500],
            at=at,
        )


def write_logs(apps, schema_editor):
    Tournament = apps.get_model('league', 'Tournament')
    for tournament in Tournament.objects.all():
        tournament.lot = new_lot()
        tournament.save(update_fields=['lot'])
        log = Writer(apps, tournament)
        if tournament.started_at is not None:
            write_log(apps, log, tournament)
        if tournament.status == 'cancelled':
            log.write('cancel', {}, at=tournament.finished_at)


def write_log(apps, log, tournament):
    entries = list(tournament.entries.order_by('starting_rank'))
    members = [
        [
            [entry.player_id, entry.version_id],
            *([mate.player_id, mate.version_id] for mate in entry.teammates.order_by('number')),
        ]
        for entry in entries
    ]
    log.write('start', {'members': members}, by=tournament.created_by, at=tournament.started_at)
    results = []
    begun = Counter()
    matches = apps.get_model('league', 'Match').objects.filter(
        round__stage__tournament=tournament
    )
    # A match that was struck out comes before the one that was played in its place.
    for match in matches.select_related('round__stage').order_by('created_at', 'id'):
        stage, round = match.round.stage.number, match.round.number
        numbers = [seat.entry.starting_rank for seat in match.seats.select_related('entry').order_by('number')]
        table = {'stage': stage, 'round': round, 'entries': numbers, 'draw': 1}
        meeting = (stage, round, tuple(numbers))
        table['replay'] = begun[meeting]
        begun[meeting] += 1
        match.key = f"{stage}/{round}/{'-'.join(map(str, numbers))}/1/{table['replay']}"
        match.save(update_fields=['key'])
        results += [(result, table) for result in match.results.order_by('id')]
    for result, table in sorted(results, key=lambda found: found[0].pk):
        if result.attempt_id is not None or result.reported_by_id is not None:
            result.act = log.write(
                'report',
                {'table': table, 'outcome': outcome(result, len(table['entries']))},
                by=result.reported_by,
                reason=result.reason,
                at=result.created_at,
            )
            result.save(update_fields=['act'])
    for (stage, round, numbers), times in begun.items():
        for replay in range(times - 1):
            table = {'stage': stage, 'round': round, 'entries': list(numbers), 'draw': 1, 'replay': replay}
            log.write('void', {'table': table}, at=tournament.started_at)
    for entry in entries:
        if entry.withdrawn_at is not None:
            log.write('withdraw', {'entry': entry.starting_rank}, at=entry.withdrawn_at)


def mark_superseded(apps, schema_editor):
    Result = apps.get_model('league', 'Result')
    Result.objects.filter(pk__in=Result.objects.filter(supersedes__isnull=False).values('supersedes')).update(
        stands=False
    )


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0011_the_log'),
    ]

    operations = [
        migrations.RunPython(mark_superseded, migrations.RunPython.noop),
        migrations.RunPython(write_logs, migrations.RunPython.noop),
    ]
