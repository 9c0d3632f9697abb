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

# Starts Debian's PgBouncer, whose server connections change hands after each transaction, so that two of them serve everybody. Sets
# `pooler` to a connection string. In the database `sessions`, one connection belongs to a client until it disconnects.
start_pooler() {
    install_packages pgbouncer
    pooler_folder=$(mktemp -d)
    at_exit 'kill "$pooler_process" && wait "$pooler_process" || true; rm -rf "$pooler_folder"'
    cat >"$pooler_folder/pgbouncer.ini" <<INI
[databases]
postgres = host=$postgresql_folder user=tests pool_mode=transaction pool_size=2
sessions = host=$postgresql_folder user=tests pool_mode=session pool_size=1 dbname=postgres
[pgbouncer]
listen_addr =
unix_socket_dir = $pooler_folder
auth_type = any
max_client_conn = 400
INI
    if [ "$(id -u)" = 0 ]; then chown -R postgres "$pooler_folder"; fi
    "${as_server[@]}" pgbouncer --quiet "$pooler_folder/pgbouncer.ini" 2>"$pooler_folder/log" &
    pooler_process=$!
    while [ ! -S "$pooler_folder/.s.PGSQL.6432" ]; do sleep 0.1; done
    # shellcheck disable=SC2034 # for the check that reads this file
    pooler="host=$pooler_folder port=6432 user=tests dbname=postgres"
}

# Starts a second server that follows the first one, which from then on commits only what the second one has, too. Sets `failover` to a
# connection string with both, and `promote` to a command that crashes the first one and lets the second one take its place.
start_standby() {
    standby_folder=$(mktemp -d)
    at_exit remove_standby
    if [ "$(id -u)" = 0 ]; then chown postgres "$standby_folder"; fi
    quietly 60 "${as_server[@]}" "$postgresql_programs/pg_basebackup" --host "$postgresql_folder" --username tests \
        --pgdata "$standby_folder/data" --write-recovery-conf --wal-method stream --checkpoint fast
    quietly 60 "${as_server[@]}" "$postgresql_programs/pg_ctl" start --silent --wait --pgdata "$standby_folder/data" --log "$standby_folder/log" \
        --options "-c listen_addresses='' -c max_connections=400 -c unix_socket_directories='$standby_folder'"
    "$postgresql_programs/psql" -qAt -d "$postgresql" -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c "SELECT pg_reload_conf()" >/dev/null
    # shellcheck disable=SC2034 # for the check that reads this file
    failover="host=$postgresql_folder,$standby_folder user=tests dbname=postgres target_session_attrs=read-write"
    # shellcheck disable=SC2034
    promote="${as_server[*]} $postgresql_programs/pg_ctl stop --silent --mode immediate --pgdata $postgresql_folder/data;
        ${as_server[*]} $postgresql_programs/pg_ctl promote --silent --wait --pgdata $standby_folder/data"
}

remove_standby() {
    quietly 60 "${as_server[@]}" "$postgresql_programs/pg_ctl" stop --mode immediate --pgdata "$standby_folder/data" >/dev/null 2>&1 || true
    rm -rf "$standby_folder"
}

stop_postgresql() {
    quietly 60 "${as_server[@]}" "$postgresql_programs/pg_ctl" stop --mode immediate --pgdata "$postgresql_folder/data"
}

remove_postgresql() {
    stop_postgresql >/dev/null 2>&1 || true
    rm -rf "$postgresql_folder"
}
