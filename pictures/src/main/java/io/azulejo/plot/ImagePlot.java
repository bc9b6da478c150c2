package io.azulejo.plot;

import io.azulejo.plot.bins.Bins;
import io.azulejo.plot.picture.IntegerAxis;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/** Draws a dense array as an image. Its attributes are the color channels. */
final class ImagePlot {
  private static final int MAX = 255;

  private final PlotContext context;
  private final List<PlotField> channels;

  ImagePlot(PlotContext context) {
    this.context = context;
    this.channels = context.fields.channels();
  }

  Picture picture() {
    PlotField fieldX = context.fields.x();
    PlotField fieldY = context.fields.y();
    Range.Longs rangeX = (Range.Longs) context.range(fieldX);
    Range.Longs rangeY = (Range.Longs) context.range(fieldY);
    double across = rangeX.high() - rangeX.low() + 1.0;
    double down = rangeY.high() - rangeY.low() + 1.0;
    PanelGrid grid = context.grid(null, down / across);
    // A bin covers the same number of pixels in both directions.
    double factor =
        Math.max(1, Math.max(Math.ceil(across / grid.width()), Math.ceil(down / grid.height())));
    FieldPositions x = axis(fieldX, rangeX, Math.ceil(across / factor));
    FieldPositions y = axis(fieldY, rangeY, Math.ceil(down / factor));
    int columns = x.axis().bins();
    int size = columns * y.axis().bins();
    List<Bins> bins = channels.stream().map(channel -> Bins.of(size)).toList();
    List<PlotField> wanted = new ArrayList<>(List.of(fieldX, fieldY));
    wanted.addAll(channels);
    context.source.read(
        wanted,
        batch -> {
          x.load(batch);
          y.load(batch);
          for (int channel = 0; channel < bins.size(); channel++) {
            Column column = batch.column(channels.get(channel).name());
            for (int row = 0; row < batch.rows(); row++) {
              int bin = x.bin(row) < 0 || y.bin(row) < 0 ? -1 : y.bin(row) * columns + x.bin(row);
              bins.get(channel).add(bin, column.isNull(row) ? 0 : column.getLong(row));
            }
          }
        });
    int[] argb = new int[size];
    for (int bin = 0; bin < size; bin++) {
      argb[bin] = bins.get(0).count(bin) == 0 ? 0 : color(bins, bin);
    }
    double aspect = (double) y.axis().bins() / columns;
    return context.picture(
        channels.size() == 1 ? channels.get(0).title() : "image",
        List.of("%,.0f × %,.0f pixels".formatted(across, down)),
        null,
        x.axis(),
        y.axis(),
        context.isDownward(fieldY, true),
        aspect,
        null,
        List.of(new Panel("", List.of(new Layer.Pixels(argb)))));
  }

  private FieldPositions axis(PlotField field, Range.Longs range, double max) {
    return FieldPositions.of(
        field,
        FieldAxis.of(
            context.labeled(
                field,
                IntegerAxis.of(
                    field.title(), field.field().type(), range.low(), range.high(), (int) max))),
        context.source);
  }

  private int color(List<Bins> bins, int bin) {
    int red = part(bins, 0, bin);
    boolean colored = channels.size() >= 3;
    int green = colored ? part(bins, 1, bin) : red;
    int blue = colored ? part(bins, 2, bin) : red;
    int alpha = channels.size() == 4 ? part(bins, 3, bin) : MAX;
    return alpha << 24 | red << 16 | green << 8 | blue;
  }

  private int part(List<Bins> bins, int channel, int bin) {
    double full = channels.get(channel).field().type() == Datatype.UINT16 ? 65_535 : MAX;
    return (int) Math.round(bins.get(channel).mean(bin) / full * MAX);
  }
}
