using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Vectors;

/// <summary>What another bridge needs to take over a running vector, as JSON in the vector's folder.</summary>
/// <param name="Name">The vector's name.</param>
/// <param name="Process">The id of its process.</param>
/// <param name="StartedAt">When the process started, in ticks of the system's clock since the boot.</param>
/// <param name="Rom">The name of the ROM.</param>
/// <param name="Plan">What it runs.</param>
/// <param name="Game">Its game.</param>
/// <param name="Read">What a step reads.</param>
/// <param name="Layout">The layout of its memory.</param>
/// <param name="LeaseSeconds">The duration of its lease; null: it never ends by itself.</param>
internal sealed record VectorRecord(
    string Name, int Process, long StartedAt, string Rom, VectorPlan Plan, VectorGame Game, IReadOnlyList<VectorValue> Read,
    VectorLayout Layout, double? LeaseSeconds)
{
    /// <summary>Gets the file with the record.</summary>
    public static RecordFile<VectorRecord> File { get; } =
        new("vector.json", VectorJson.Context.VectorRecord, static (record, folder) => record.FindProblem(folder));

    private static bool PictureFits(VectorPictureForm? picture) =>
        picture is null || (VectorRules.Width.Accepts(picture.Width) && VectorRules.Height.Accepts(picture.Height));

    private string? FindProblem(string folder)
    {
        // The serializer accepts a record without some members.
        if (Name is null || Rom is null || Plan?.Rom is null || Game is null || Read is null || Layout is null)
            return "name, rom, plan, game, read and layout are required.";
        return Name != folder || !EmulatorClient.IsName(Name) ? $"name must be the name of its folder; got \"{Name}\"."
            : Process <= 0 || StartedAt <= 0 ? "process and startedAt must be those of a process that was started."
            : Plan.Count is < 1 or > VectorRules.MaxGames ? $"plan.count must be 1 to {VectorRules.MaxGames}; got {Plan.Count}."
            : !PictureFits(Plan.Picture) ? "plan.picture must have a size in its range."
            : !Layout.IsValid ? "layout must have all areas within the memory."
            : null;
    }
}
