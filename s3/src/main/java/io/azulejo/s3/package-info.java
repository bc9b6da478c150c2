/**
 * The store of {@code s3://} locations: settings and locations come in, requests to S3 or a
 * compatible server go out. The kit of {@link io.azulejo.storage.objects} makes a store of them.
 * Start at {@link io.azulejo.s3.S3Provider} and {@code S3ObjectClient}.
 */
@NullMarked
package io.azulejo.s3;

import org.jspecify.annotations.NullMarked;
