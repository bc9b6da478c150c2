/** Pictures of cells, fragments and tiles of arrays, as PNG, SVG and text. */
module io.azulejo.plot {
  requires transitive io.azulejo.core;
  requires transitive io.azulejo.text;
  requires static java.desktop;

  exports io.azulejo.plot;
  exports io.azulejo.plot.picture;
}
