/**
 * The workloads that the engine is measured by: named reads of arrays with given contents, timed
 * and summed up so that another engine can be compared on the same files. Uses the public API
 * alone. Start at {@link io.azulejo.bench.Workload}.
 */
package io.azulejo.bench;
