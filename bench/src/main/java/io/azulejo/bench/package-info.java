/**
 * Workloads that measure the engine: named reads of arrays with defined contents, timed and with
 * checksums, so that another engine can be compared on the same files. Uses only the public API.
 * Begin with {@link io.azulejo.bench.Workload}.
 */
package io.azulejo.bench;
