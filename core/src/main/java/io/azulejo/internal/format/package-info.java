/**
 * Bytes to model and back for every on-disk structure in every format version. Pure: does no I/O
 * and knows no current state. Version numbers end here: other rooms see data, never a version.
 * Start at {@link io.azulejo.internal.format.Wire} and {@link
 * io.azulejo.internal.format.FormatVersion}.
 */
package io.azulejo.internal.format;
