"""The admin site's own name."""

from django.contrib.admin import AdminSite
from django.utils.translation import gettext_lazy as _


class LeagueAdminSite(AdminSite):
    site_header = site_title = _("Durak League: operation")
    index_title = _("What is stored")
