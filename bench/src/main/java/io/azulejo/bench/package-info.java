/**
 * Workloads that measure the engine. Each is a named, timed operation on an array with defined
 * contents, and has a checksum. Another engine can therefore be compared on the same files. The
 * package uses only the public API. Begin with {@link io.azulejo.bench.Workload}.
 */
package io.azulejo.bench;
