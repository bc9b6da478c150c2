/**
 * The store of {@code gs://} locations: Google Cloud Storage by its XML API, which is that of S3 in
 * a dialect of its own. The store is the one of module {@code s3}; here is what differs. Start at
 * {@link io.azulejo.gcs.GcsProvider} and {@code GcsTransport}.
 */
@NullMarked
package io.azulejo.gcs;

import org.jspecify.annotations.NullMarked;
