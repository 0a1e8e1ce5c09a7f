"""Loads ``seeds/`` once: house bots and a ladder; with --demo the demonstration club too."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from league.services import seeding


class Command(BaseCommand):
    help = "Load the house bots and their ladder, and with --demo the demonstration club, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--demo",
            action="store_true",
            help="accounts with known passwords, a club, tournaments: for a machine of one's own",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        loaded = {"house bots and ladder": seeding.load_house()}
        if options["demo"]:
            loaded["demonstration club"] = seeding.load_demo()
        for what, is_new in loaded.items():
            self.stdout.write(f"{what}: {'loaded' if is_new else 'there already'}")
