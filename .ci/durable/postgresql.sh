# Starts a PostgreSQL server in a temporary folder. Read with `source` by the checks that need one.

# Installs Debian's PostgreSQL and starts a server without a network port, which ends with the check. Sets `postgresql` to its
# connection string.
start_postgresql() {
    install_packages postgresql
    postgresql_programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort -V | tail -1)
    # The server refuses to run as root.
    as_server=()
    if [ "$(id -u)" = 0 ]; then as_server=(runuser -u postgres --); fi
    postgresql_folder=$(mktemp -d)
    at_exit remove_postgresql
    if [ "$(id -u)" = 0 ]; then chown postgres "$postgresql_folder"; fi
    quietly 120 "${as_server[@]}" "$postgresql_programs/initdb" --pgdata "$postgresql_folder/data" --auth trust --username tests --encoding UTF8
    start_postgresql_again
    # shellcheck disable=SC2034 # for the check that reads this file
    postgresql="host=$postgresql_folder user=tests dbname=postgres"
}

start_postgresql_again() {
    quietly 60 "${as_server[@]}" "$postgresql_programs/pg_ctl" start --wait --pgdata "$postgresql_folder/data" \
        --log "$postgresql_folder/log" --options "-c listen_addresses='' -c max_connections=400 -c unix_socket_directories='$postgresql_folder' $*"
}

stop_postgresql() {
    quietly 60 "${as_server[@]}" "$postgresql_programs/pg_ctl" stop --mode immediate --pgdata "$postgresql_folder/data"
}

remove_postgresql() {
    stop_postgresql >/dev/null 2>&1 || true
    rm -rf "$postgresql_folder"
}
