/**
 * How texts of rows are written, and which fields are wanted of them: options for {@link
 * io.azulejo.text.read.RowReader}. Begin with {@link io.azulejo.text.input.RowOptions}.
 */
package io.azulejo.text.input;
