"""Every setting in one place; what differs between machines is read from the environment."""

import os
import secrets
from pathlib import Path

import environ
import kombu.transport
from celery.schedules import crontab
from csp.constants import NONE, SELF

# The rating fit solves small systems; OpenBLAS's threads only wait for each other there (a 300 by
# 300 solve took a hundred times as long with two busy cores). Read when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.FileAwareEnv()  # NAME or NAME_FILE (a file that holds the secret)

DEBUG = env.bool("LEAGUE_DEBUG", False)
VAR = Path(env.str("LEAGUE_DATA", str(BASE_DIR / "var"))).resolve()
"""The data folder: database, queue, lock files, the local secret key."""
VAR.mkdir(parents=True, exist_ok=True)


def _local_secret_key() -> str:
    """A key of this data folder's own, for one machine; servers set LEAGUE_SECRET_KEY."""
    path = VAR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = env.str("LEAGUE_SECRET_KEY", "") or _local_secret_key()
ALLOWED_HOSTS = env.list("LEAGUE_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("LEAGUE_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("LEAGUE_HTTPS", False)
"""True where a proxy serves the site by HTTPS: secure cookies, HSTS, redirects."""

LEAGUE_PROXIES = env.int("LEAGUE_PROXIES", 0)
"""How many proxies stand before the site: a caller is who the last of them says he is."""

# --- the site's own ------------------------------------------------------------------------------
LEAGUE_SIGN_UP = env.bool("LEAGUE_SIGN_UP", True)
LEAGUE_RUNNER_SOCKET = Path(env.str("LEAGUE_RUNNER_SOCKET", str(VAR / "runner" / "runner.sock")))
LEAGUE_SANDBOX = env.str("LEAGUE_SANDBOX", "bubblewrap")
"""
What uploaded bots run in: bubblewrap, or landlock where the host allows no namespaces. There is no
setting for less. `manage.py up` takes the best that holds (auto) where it is not told which.
"""
LEAGUE_PACE_SECONDS = env.float("LEAGUE_PACE_SECONDS", 3.0)
"""A ladder starts at most one match in this many seconds; 0 plays as fast as the workers can."""
LEAGUE_LEASE_SECONDS = env.float("LEAGUE_LEASE_SECONDS", 20.0)
"""A worker that has not renewed its claim on a match for this long has lost it."""
LEAGUE_RESEND_SECONDS = env.float("LEAGUE_RESEND_SECONDS", 15.0)
"""A queued match whose message was sent this long ago is sent again."""
LEAGUE_TICK_SECONDS = env.float("LEAGUE_TICK_SECONDS", 1.0)
LEAGUE_RATING_SECONDS = env.float("LEAGUE_RATING_SECONDS", 10.0)
"""Ratings are fitted anew at most this often, when results have come in."""
LEAGUE_MAX_ATTEMPTS = env.int("LEAGUE_MAX_ATTEMPTS", 4)
"""So many failures of ours park a match for an operator."""
LEAGUE_SUBMISSIONS_PER_DAY = env.int("LEAGUE_SUBMISSIONS_PER_DAY", 20)
LEAGUE_BOTS_PER_AUTHOR = env.int("LEAGUE_BOTS_PER_AUTHOR", 20)
"""An author may have so many bots that are not retired."""
LEAGUE_KEEP_REFUSED_DAYS = env.int("LEAGUE_KEEP_REFUSED_DAYS", 14)
"""The file of a refused upload is deleted after so many days; the verdict stays."""
LEAGUE_CHALLENGES_PER_DAY = env.int("LEAGUE_CHALLENGES_PER_DAY", 30)
LEAGUE_CHALLENGES_OPEN = env.int("LEAGUE_CHALLENGES_OPEN", 3)
"""So many challenges of one author may wait or be played at a time."""
LEAGUE_CHALLENGES_AT_ONCE = env.int("LEAGUE_CHALLENGES_AT_ONCE", 1)
"""So many challenges of all authors are with the workers at a time; the others wait."""
LEAGUE_CHALLENGE_PATIENCE = env.float("LEAGUE_CHALLENGE_PATIENCE", 60.0)
"""A challenge gives way to rated matches that wait, but no longer than these seconds."""
LEAGUE_UPLOAD_BYTES = 1 << 20
LEAGUE_EXPORTS_AT_ONCE = env.int("LEAGUE_EXPORTS_AT_ONCE", 2)
"""So many authors may download their bots' matches from one web process at a time, which has eight
threads: who reads slowly keeps one."""

# --- Django --------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "league.apps.LeagueAdminConfig",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "axes",
    "csp",
    "league.apps.LeagueConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "league.pages.middleware.LanguageMiddleware",
    "league.pages.middleware.BodyLimitMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.pages.middleware.TimeZoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.pages.context.site",
            ],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = True

# --- data ----------------------------------------------------------------------------------------
if env.str("DATABASE_URL", ""):
    DATABASES = {"default": env.db("DATABASE_URL")}
    DATABASES["default"].update(CONN_MAX_AGE=60, CONN_HEALTH_CHECKS=True)
else:
    # IMMEDIATE takes the write lock at the start of a transaction: with readers and writers in
    # several processes Django's default answers "database is locked" in place of waiting.
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR / "league.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
                "PRAGMA foreign_keys=ON;PRAGMA cache_size=-20000;"
                "PRAGMA journal_size_limit=27103364;",
            },
            "TEST": {"NAME": VAR / "test.sqlite3"},
        }
    }
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "league_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
"""Throttles count here: every process sees the same numbers, with no other server."""

# --- who is who ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "league.pages.accounts.locked_out"
AXES_CLIENT_IP_CALLABLE = "league.pages.accounts.address_of_caller"

# --- security ------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "EXCLUDE_URL_PREFIXES": ["/api/v1/docs"],
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^health/"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 << 20
FILE_UPLOAD_MAX_MEMORY_SIZE = 4 << 20

# --- language and time ---------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский")]
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

# --- static files --------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("LEAGUE_STATIC_ROOT", str(VAR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = env.bool("LEAGUE_STATIC_FINDERS", True)
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if WHITENOISE_USE_FINDERS
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# --- the API -------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["league.api.authentication.ScopedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "league.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # A caller is who the nearest proxy says he is; what he writes himself is not believed.
    "NUM_PROXIES": LEAGUE_PROXIES,
    "DEFAULT_THROTTLE_CLASSES": ["league.api.throttling.ByCaller"],
    "DEFAULT_THROTTLE_RATES": {
        "anonymous": env.str("LEAGUE_THROTTLE_ANONYMOUS", "120/min"),
        "user": env.str("LEAGUE_THROTTLE_USER", "1200/min"),
        "export": env.str("LEAGUE_THROTTLE_EXPORT", "60/hour"),
        "sign-up": env.str("LEAGUE_THROTTLE_SIGN_UP", "20/hour"),
    },
    "EXCEPTION_HANDLER": "league.api.errors.problem_response",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Durak League",
    "DESCRIPTION": "Tournaments and ladders for the Durak family of card games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
}

# --- the queue -----------------------------------------------------------------------------------
kombu.transport.TRANSPORT_ALIASES["files"] = "league.broker:AtomicFilesTransport"
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "files://localhost")
if CELERY_BROKER_URL.startswith("files:"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(VAR / "queue"),
        "data_folder_out": str(VAR / "queue"),
        "control_folder": str(VAR / "queue-control"),
        "polling_interval": 0.05,
    }
elif CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 900,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    }
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_DB_REUSE_MAX = 1000
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "league.tick",
        "schedule": LEAGUE_TICK_SECONDS,
        "options": {"expires": max(10 * LEAGUE_TICK_SECONDS, 10)},
    },
    "tidy": {"task": "league.tidy", "schedule": crontab(minute=17)},
}

# --- logs ----------------------------------------------------------------------------------------
LEAGUE_LOG_JSON = env.bool("LEAGUE_LOG_JSON", False)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"league": {"()": "league.logs.formatter", "json": LEAGUE_LOG_JSON}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "league"}},
    "root": {"handlers": ["console"], "level": env.str("LEAGUE_LOG_LEVEL", "WARNING")},
    "loggers": {"league": {"level": env.str("LEAGUE_LOG_LEVEL", "INFO")}},
}
