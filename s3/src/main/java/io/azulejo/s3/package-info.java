/**
 * The storage provider for {@code s3://} locations. It translates settings and object names into
 * requests to S3 or a compatible server. {@link io.azulejo.storage.objects} builds a store from
 * these requests. The package does not depend on the array format. Start at {@link
 * io.azulejo.s3.S3Provider} and {@code S3ObjectClient}.
 */
@NullMarked
package io.azulejo.s3;

import org.jspecify.annotations.NullMarked;
