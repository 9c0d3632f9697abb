extension FleetOptions {
    static let usage = """
        usage: durable-machines counts DATABASE FLEET
               durable-machines queues DATABASE FLEET
               durable-machines jobs DATABASE FLEET [due|later|held|done|parked]
                                [--queue NAME] [--state NAME] [--older-than TIME]
               durable-machines parked DATABASE FLEET [--queue NAME] …
               durable-machines retry DATABASE FLEET (JOB... | --all [--queue NAME] …)
               durable-machines pause DATABASE FLEET [--queue NAME | --machine NAME]
                                [--reason TEXT]
               durable-machines resume DATABASE FLEET [--queue NAME | --machine NAME]
               durable-machines drain DATABASE FLEET [--queue NAME | --machine NAME]
                                [--reason TEXT] [--timeout TIME]
               durable-machines limit DATABASE FLEET QUEUE [--jobs N]
                                [--starts N/TIME] [--head-start TIME]
               durable-machines machines DATABASE FLEET [--state NAME]
               durable-machines show DATABASE FLEET MACHINE
               durable-machines history DATABASE FLEET MACHINE
               durable-machines prune DATABASE FLEET (--older-than TIME | --before DATE)
                                [--keep N] [--payloads] [--machine NAME]
               durable-machines inspect DATABASE FLEET [--port N] [--no-open] [--redact]
               durable-machines schema DATABASE FLEET... [--apply] [--partitions N]
               durable-machines copy FILE DATABASE [--ignore-leases] [--partitions N]
               durable-machines backup FILE COPY
               durable-machines --help
        """

    static let help = """
        Shows what fleets do, changes who may work, creates the tables of fleets, and
        moves fleets from an SQLite file to a PostgreSQL database.

        \(usage)

        These commands show a fleet, and can be used while workers run:

          counts    the machines in each state, the jobs, and what is paused
          queues    for each queue, the jobs that are due, later, held and parked,
                    the age of the first due job, the limits, and the pause
          jobs      the jobs, with their activities and last errors: those that a
                    worker could take now (due), that begin later, that workers
                    have (held), whose work is done, or that have failed too often
          parked    the same as 'jobs … parked'
          machines  the machines, with their states
          show      the state and the jobs of a machine
          history   the last events of a machine
          inspect   all of this on a page in a browser, until you press Ctrl-C

        These commands change what workers do, within a poll interval:

          retry     makes parked jobs available to workers again
          pause     lets workers take no more jobs: of the fleet, a queue or a
                    machine. They finish those that they have
          resume    ends a pause
          drain     pauses, and waits until no worker has a job
          limit     sets limits of a queue, and shows them

        'prune' removes old entries from all histories, with their event IDs:
        if such an event is repeated, it is handled again. It takes many short
        transactions, so you can interrupt it and start it again.

        'schema' prints the SQL that creates the tables of the fleets. With --apply,
        it also creates them. Existing tables stay, but those of an older schema are
        upgraded. Stop programs with an older version first, because they refuse the
        database afterwards.

        'copy' moves all fleets of a file: their machines, histories and jobs. At the
        end, both databases add up their rows. From then on, programs refuse the file,
        so no event is handled twice and no timer fires twice. Stop the workers first.
        If the command was interrupted, start it again.

        'backup' copies an SQLite file while workers run, and looks through the copy.
        It does not replace an existing file. For a server, use pg_dump.

        A TIME is a number with a unit: 90s, 10min, 2h or 30d.

          DATABASE              a URL (postgres://host/name), a list of options of
                                libpq (dbname=shop), or the path of an SQLite file.
                                Other users can read the words of a command. So keep
                                the password in the file that PGPASSFILE names
          --schema NAME         the PostgreSQL schema of the tables. 'schema' and
                                'copy' create it
          --json                prints an object in JSON on each line

          --queue NAME          only the jobs of a queue
          --state NAME          only the jobs of machines in a state
          --older-than TIME     only jobs that were due this long ago. 'prune' removes
                                entries that are this old
          --limit N             prints at most N jobs, machines or events; by
                                default, 100
          --all                 retries all parked jobs, or those that are selected

          --reason TEXT         a reason for the pause, which 'counts' shows
          --timeout TIME        gives up after this time; the pause stays
          --jobs N              the jobs that all workers together may have at the
                                same time; 'none' removes the limit
          --starts N/TIME       the jobs that may begin in this time, spread evenly;
                                'none' removes the limit
          --head-start TIME     the time by which the jobs of the queue count as
                                having waited longer than they have

          --before DATE         removes entries from before a day in UTC (2026-01-31)
                                or a time (2026-01-31T12:00:00Z)
          --keep N              keeps the last N entries of each machine
          --payloads            keeps all entries, but without their payloads

          --port N              the port of 127.0.0.1 for the page; by default, any
                                free port
          --no-open             does not open a browser
          --redact              leaves payloads and errors out of the page

          --apply               performs the SQL
          --partitions N        divides new PostgreSQL tables by the hashes of the
                                machines' names, into 1 to 1000 partitions
          --ignore-leases       copies the file even if workers have jobs. They must
                                have died, or their work is done twice

        The exit status is 0; 1 after an error, if a job is not parked, if there is
        nothing to resume, or if a worker still has a job after --timeout; and 64
        after invalid arguments.
        """
}
