/**
 * Encodes and decodes WebP images for the WEBP filter. Supports all images if libwebp can be
 * loaded, and only lossless ones otherwise. The package does not depend on tiles. Begin with {@link
 * io.azulejo.webp.WebpImages}.
 */
package io.azulejo.webp;
