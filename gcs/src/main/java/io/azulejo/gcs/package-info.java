/**
 * The storage provider for {@code gs://} locations. It accesses Google Cloud Storage through its
 * XML API, which is a dialect of S3. The module {@code io.azulejo.s3} implements the store; this
 * package holds only the differences. Start at {@link io.azulejo.gcs.GcsProvider} and {@code
 * GcsTransport}.
 */
@NullMarked
package io.azulejo.gcs;

import org.jspecify.annotations.NullMarked;
