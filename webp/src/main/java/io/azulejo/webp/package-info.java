/**
 * WebP images for the WEBP filter: all kinds if libwebp can be loaded, otherwise lossless only.
 * Knows nothing of tiles. Start at {@link io.azulejo.webp.WebpImages}.
 */
package io.azulejo.webp;
