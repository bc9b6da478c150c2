/**
 * Tells what is known of the cells of an array without a look at them: how many there are, and of
 * fields the range of their values, nulls and sums, by what can be believed of the tables of
 * fragments.
 */
package io.azulejo.internal.read.statistics;
