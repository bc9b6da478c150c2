/**
 * Dimension labels. In: ranges of labels, or batches that have the coordinates of labelled
 * dimensions. Out: ranges of dimensions, or the batches with columns of labels. The arrays of
 * labels are read by a function that is handed in. Open {@link
 * io.azulejo.internal.read.label.LabelPlan} first.
 */
package io.azulejo.internal.read.label;
