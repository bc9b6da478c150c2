/**
 * Slices of bytes, two thread pools, threads that wait for remote stores, one memory budget:
 * threads and memory have one owner, here. Events for the Flight Recorder, warnings in the log.
 * Knows nothing of arrays. Start at {@link io.azulejo.internal.runtime.Slice}.
 */
package io.azulejo.internal.runtime;
