package io.azulejo.maintenance;

import io.azulejo.schema.FilterPipeline;

/**
 * What filters made of a field in a sample.
 *
 * @param filters the filters
 * @param bytes the bytes that they made of it
 * @param decodedPerSecond how many unfiltered bytes a second came back, by one thread of this
 *     machine
 */
public record FilterTrial(FilterPipeline filters, long bytes, double decodedPerSecond) {}
