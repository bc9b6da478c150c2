package io.azulejo.plot.picture;

/**
 * A tick of an axis or a color scale.
 *
 * @param at the position: in bins from the start of an axis, or from 0 to 1 on a color scale
 * @param label the text
 */
public record Tick(double at, String label) {}
