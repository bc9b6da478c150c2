/**
 * Cuts a read into parts that others carry out, elsewhere perhaps: disjoint ones that cover it. A
 * part is a box of cells, or tiles of fragments where no cell can hide another.
 */
package io.azulejo.internal.read.split;
