package io.azulejo.cli.output;

import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.QuotedText;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.DataBufferUShort;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/** An image that is filled with cells, with one channel per attribute. Not thread-safe. */
final class ImageCells {
  private static final int MOST_CHANNELS = 4;

  private final String form;
  private final List<Attribute> channels;
  private final WritableRaster raster;
  private int cells;

  ImageCells(GridWriter.Form form, List<Attribute> channels, List<Long> shape) {
    this.form = form.name().toLowerCase(Locale.ROOT);
    this.channels = channels;
    Datatype type = channels.get(0).type();
    if (shape.size() != 2 || channels.size() > MOST_CHANNELS) {
      throw OptionMistake.of(
          "--format %s: an image needs two dimensions and at most four attributes, but got %d and %d; use --fields"
              .formatted(this.form, shape.size(), channels.size()),
          "--format");
    }
    for (Attribute channel : channels) {
      if (channel.type() != type
          || type != Datatype.UINT8 && type != Datatype.UINT16
          || channel.cellValNum() != 1) {
        throw OptionMistake.of(
            "--format %s: the channels of an image must all be UINT8 or all UINT16, but %s is %s; use --format npy or azulejo plot"
                .formatted(this.form, QuotedText.ofName(channel.name()), channel.type()),
            "--format");
      }
    }
    long values = shape.get(0) * shape.get(1) * channels.size();
    if (shape.get(0) > 1 << 24
        || shape.get(1) > 1 << 24
        || values > Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / 8)) {
      throw OptionMistake.of(
          "--format %s: %,d x %,d pixels do not fit into memory; use --range"
              .formatted(this.form, shape.get(1), shape.get(0)),
          "--format");
    }
    raster =
        Raster.createInterleavedRaster(
            type == Datatype.UINT8 ? DataBuffer.TYPE_BYTE : DataBuffer.TYPE_USHORT,
            (int) (long) shape.get(1),
            (int) (long) shape.get(0),
            channels.size(),
            null);
  }

  /**
   * Adds the next cells in row-major order.
   *
   * @throws io.azulejo.error.InvalidRequestException if a cell is null
   */
  void add(Batch batch) {
    DataBuffer data = raster.getDataBuffer();
    for (int channel = 0; channel < channels.size(); channel++) {
      Column column = batch.column(channels.get(channel).name());
      int at = cells * channels.size() + channel;
      for (int row = 0; row < batch.rows(); row++, at += channels.size()) {
        if (column.isNull(row)) {
          throw OptionMistake.of(
              "--format %s: %s has nulls, which images cannot store"
                  .formatted(form, QuotedText.ofName(column.name())),
              "--format");
        }
        if (data instanceof DataBufferByte bytes) {
          bytes.getData()[at] = column.array()[column.start(row)];
        } else {
          ((DataBufferUShort) data).getData()[at] = (short) column.getLong(row);
        }
      }
    }
    cells += batch.rows();
  }

  /** Encodes the image and writes it to a stream, after all cells have been added. */
  void write(OutputStream out) throws IOException {
    int bands = channels.size();
    boolean alpha = bands % 2 == 0;
    ComponentColorModel colors =
        new ComponentColorModel(
            ColorSpace.getInstance(bands <= 2 ? ColorSpace.CS_GRAY : ColorSpace.CS_sRGB),
            alpha,
            false,
            alpha ? Transparency.TRANSLUCENT : Transparency.OPAQUE,
            raster.getTransferType());
    if (!ImageIO.write(new BufferedImage(colors, raster, false, null), form, out)) {
      throw OptionMistake.of(
          "--format %s: Java cannot write this image of %d channels".formatted(form, bands),
          "--format");
    }
  }
}
