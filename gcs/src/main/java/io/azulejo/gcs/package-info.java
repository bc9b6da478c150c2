/**
 * The store for {@code gs://} locations: Google Cloud Storage through its XML API, a dialect of S3.
 * The module {@code s3} provides the store; this package holds only the differences. Start at
 * {@link io.azulejo.gcs.GcsProvider} and {@code GcsTransport}.
 */
@NullMarked
package io.azulejo.gcs;

import org.jspecify.annotations.NullMarked;
