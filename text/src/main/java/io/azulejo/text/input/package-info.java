/**
 * Options of {@link io.azulejo.text.read.RowReader}: the format of texts of rows, and the requested
 * fields. Begin with {@link io.azulejo.text.input.RowOptions}.
 */
package io.azulejo.text.input;
