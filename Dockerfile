# One image for every service; what a container does is said by its command (docker-compose.yml).
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS packages
COPY requirements/run.txt /tmp/run.txt
RUN python3 -m venv /opt/league \
 && /opt/league/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/run.txt

FROM ${PYTHON_IMAGE} AS runtime
# Bots run on Debian's own Python, not on the one that holds the site's packages.
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap python3 \
 && rm -rf /var/lib/apt/lists/*
# 10001 is the site, 10002 the runner; the group 10003 shares the runner's socket and nothing else.
RUN groupadd --gid 10001 league \
 && groupadd --gid 10003 runner \
 && useradd --uid 10001 --gid league --groups runner --no-create-home --shell /usr/sbin/nologin league \
 && useradd --uid 10002 --gid runner --no-create-home --shell /usr/sbin/nologin runner \
 && install -d -o runner -g runner -m 0750 /run/runner
COPY --from=packages /opt/league /opt/league
ENV PATH=/opt/league/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=league.settings \
    LEAGUE_BOOTSTRAP=0 \
    LEAGUE_DATA=/tmp/league \
    LEAGUE_STATIC_ROOT=/srv/league/static \
    LEAGUE_STATIC_FINDERS=0
WORKDIR /srv/league
COPY manage.py ./
COPY games games
COPY bots bots
COPY league league
COPY seeds seeds
COPY docs/bot-guide.md docs/bot-guide.ru.md docs/protocol.md docs/protocol.schema.json docs/
COPY docs/examples docs/examples
COPY deploy/health.py deploy/health.py
RUN python manage.py collectstatic --noinput \
 && rm -rf /tmp/league \
 && python -m compileall -q games bots league
USER 10001:10001
EXPOSE 8000
CMD ["gunicorn", "league.wsgi:application", "--bind", "0.0.0.0:8000"]
