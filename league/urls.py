"""Where everything is: pages, the API, health, the admin."""

from django.contrib import admin
from django.urls import include, path

from league.pages import health

urlpatterns = [
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("health/sandbox", health.sandbox, name="health-sandbox"),
    path("api/v1/", include("league.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("league.pages.urls")),
]
