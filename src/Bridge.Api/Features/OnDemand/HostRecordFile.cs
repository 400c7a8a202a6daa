namespace Bridge.Api.Features.OnDemand;

/// <summary>The file with an emulator's record, in the emulator's folder. It has the script's secret.</summary>
internal static class HostRecordFile
{
    /// <summary>The name of the file.</summary>
    public const string Name = "emulator.json";

    private static readonly RecordFile<HostRecord> File =
        new(Name, OnDemandJson.Context.HostRecord, static (record, folder) => record.FindProblem(folder));

    /// <inheritdoc cref="RecordFile{T}.Write"/>
    public static void Write(string folder, HostRecord record) => File.Write(folder, record);

    /// <inheritdoc cref="RecordFile{T}.Read"/>
    public static (HostRecord? Record, string? Problem) Read(string folder) => File.Read(folder);
}
