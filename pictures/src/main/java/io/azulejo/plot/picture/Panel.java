package io.azulejo.plot.picture;

import java.util.List;

/**
 * One of the fields of a picture: all of them have the same axes.
 *
 * @param name what tells it from the others; empty where it is the only one
 * @param layers what is drawn, in that order
 */
public record Panel(String name, List<Layer> layers) {
  /** Takes a copy of the list. */
  public Panel {
    layers = List.copyOf(layers);
  }
}
