#!/bin/sh
# Makes ./secrets for docker-compose.yml: three files with fresh random values. Overwrites nothing.
set -eu
cd "$(dirname "$0")/.."
if [ -e secrets ]; then
    echo "The folder secrets is there already; nothing was changed." >&2
    exit 1
fi
umask 077
mkdir secrets
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
password=$(random)
# No newline at the end: the site takes the file as it is.
printf %s "$password" >secrets/postgres_password
printf %s "postgres://league:$password@postgres:5432/league" >secrets/database_url
printf %s "$(random)$(random)" >secrets/secret_key
# The folder is closed to others; inside the containers other users have to read the files.
chmod 0444 secrets/*
echo "secrets made: postgres_password, database_url, secret_key"
