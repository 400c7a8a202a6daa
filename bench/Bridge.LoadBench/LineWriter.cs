namespace Bridge.LoadBench;

/// <summary>Writes a line, which may be given in parts.</summary>
internal delegate void LineWriter(params FormattableString[] parts);
