/**
 * Options of {@link io.azulejo.text.read.RowReader}: how a file is parsed and which fields are
 * read. Begin with {@link io.azulejo.text.input.RowOptions}.
 */
package io.azulejo.text.input;
