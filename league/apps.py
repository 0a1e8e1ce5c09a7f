"""How Django finds the league: one app, and an admin site that says whose it is."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Durak League"

    def ready(self) -> None:
        # league/__init__.py stays empty, so that a pure module can be imported without Django;
        # the Celery app and the checks are loaded here.
        import league.celery
        import league.checks  # noqa: F401


class LeagueAdminConfig(AdminConfig):
    default_site = "league.admin_site.LeagueAdminSite"
