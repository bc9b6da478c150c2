/**
 * The owner of threads and memory: slices of bytes, thread pools, one memory budget, temporary
 * files, events for the Flight Recorder, and warnings in the log. The package does not know arrays.
 * Start reading at {@link io.azulejo.internal.runtime.Slice}; the threads are in {@link
 * io.azulejo.internal.runtime.Tasks}.
 */
package io.azulejo.internal.runtime;
