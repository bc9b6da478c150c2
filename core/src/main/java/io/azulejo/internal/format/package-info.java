/**
 * Encodes and decodes every on-disk structure in every format version. The package performs no I/O
 * and keeps no state of open arrays. It hides version numbers: other packages see data and
 * features.
 *
 * <p>Start at {@link io.azulejo.internal.format.Wire} and {@link
 * io.azulejo.internal.format.FormatVersion}.
 */
package io.azulejo.internal.format;
