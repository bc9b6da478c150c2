/**
 * The store of {@code s3://} locations: settings and locations come in, requests to S3 or a
 * compatible server go out, and what fails comes back as exceptions of the engine. Start at {@link
 * io.azulejo.s3.S3Provider} and the store that it makes, {@code S3Storage}.
 */
@NullMarked
package io.azulejo.s3;

import org.jspecify.annotations.NullMarked;
