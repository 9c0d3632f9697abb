#define _GNU_SOURCE
#include "CCounting.h"

#if defined(__linux__) && defined(__GLIBC__)
#include <pthread.h>
#include <stdlib.h>

#define SWIFT_CALL __attribute__((swiftcall))

// The runtime passes each job for the default executor to this hook, if it is set. Swift declares both in its Concurrency.h.
typedef SWIFT_CALL void (*enqueue)(void *job);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue original);
extern SWIFT_CALL void swift_job_run(void *job, void *executor, void *witness_table);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_not_empty = PTHREAD_COND_INITIALIZER;

// A ring: the jobs that wait begin at `first`.
enum { capacity = 1024 };
static void *jobs[capacity];
static size_t first, waiting;

static SWIFT_CALL void put(void *job, enqueue original) {
    (void)original;
    pthread_mutex_lock(&lock);
    if (waiting == capacity) abort();
    jobs[(first + waiting++) % capacity] = job;
    pthread_cond_signal(&is_not_empty);
    pthread_mutex_unlock(&lock);
}

static void *run_jobs(void *unused) {
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (waiting == 0) pthread_cond_wait(&is_not_empty, &lock);
        void *job = jobs[first];
        first = (first + 1) % capacity;
        waiting--;
        pthread_mutex_unlock(&lock);
        // The default executor is nothing.
        swift_job_run(job, NULL, NULL);
    }
    return NULL;
}

static void start_thread(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_jobs, NULL) != 0) abort();
    pthread_detach(thread);
}

void run_tasks_on_one_thread(bool one) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_thread);
    swift_task_enqueueGlobal_hook = one ? put : NULL;
}
#else
void run_tasks_on_one_thread(bool one) { (void)one; }
#endif
