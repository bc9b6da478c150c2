/**
 * Splits a read into disjoint parts that together cover it, for example to read them on several
 * machines. A part is a box of cells. If no cell can hide another, a part can also be a list of
 * fragment tiles.
 */
package io.azulejo.internal.read.split;
