"""
The admin site's own name.

It stands outside ``league.admin``: importing that package registers models, with a site that would
have to be there before.
"""

from django.contrib.admin import AdminSite
from django.utils.translation import gettext_lazy as _


class LeagueAdminSite(AdminSite):
    site_header = site_title = _("Durak League: operation")
    index_title = _("What is stored")
