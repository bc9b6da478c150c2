/**
 * Threads, memory and diagnostics: byte slices, thread pools, a memory budget, temporary files,
 * events for the Flight Recorder, and warnings in the log. The package does not know arrays. Start
 * reading at {@link io.azulejo.internal.runtime.Slice} for memory and {@link
 * io.azulejo.internal.runtime.Tasks} for threads.
 */
package io.azulejo.internal.runtime;
