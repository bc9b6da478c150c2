/**
 * Pictures with axes, colour scales and legends, on paper ({@code Chart} on a {@code Canvas}) or
 * made of characters ({@code TextChart}). Knows nothing of arrays.
 */
package io.azulejo.cli.picture;
