/** Rows of text files, CSV, TSV and JSON, as cells of arrays. */
package io.azulejo.cli.data;
