package io.azulejo.plot.picture;

/**
 * A tick of an axis or a scale.
 *
 * @param at the position: in bins from the start of an axis, from 0 to 1 on a scale
 * @param label the text
 */
public record Tick(double at, String label) {}
