/**
 * WebP images for the WEBP filter: all kinds where libwebp can be loaded, lossless ones everywhere.
 * Knows nothing of tiles. Start at {@link io.azulejo.webp.WebpImages}.
 */
package io.azulejo.webp;
