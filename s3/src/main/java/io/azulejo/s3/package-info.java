/**
 * The store for {@code s3://} locations. Translates settings and locations into requests to S3 or a
 * compatible server, from which {@link io.azulejo.storage.objects} builds a store. Knows nothing of
 * arrays. Start at {@link io.azulejo.s3.S3Provider} and {@code S3ObjectClient}.
 */
@NullMarked
package io.azulejo.s3;

import org.jspecify.annotations.NullMarked;
