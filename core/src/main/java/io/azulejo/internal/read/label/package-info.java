/**
 * Reads dimension labels. The input is ranges of labels, or batches that contain the coordinates of
 * labeled dimensions. The output is ranges of dimensions, or the same batches with columns of
 * labels. The caller passes the function that reads the label arrays. Start with {@link
 * io.azulejo.internal.read.label.LabelPlan}.
 */
package io.azulejo.internal.read.label;
