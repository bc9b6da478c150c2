/** Draws arrays as PNG, SVG and text, and shows them on a local web page. */
module io.azulejo.pictures {
  requires transitive io.azulejo.core;
  requires transitive io.azulejo.text;
  requires jdk.httpserver;
  requires static java.desktop;

  exports io.azulejo.plot;
  exports io.azulejo.plot.picture;
  exports io.azulejo.view;
}
