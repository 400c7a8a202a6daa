using Bridge.Doors.Listening;
using Bridge.Doors.Players;
using Bridge.Doors.RetroArch.Commands;
using Bridge.Doors.RetroArch.Pictures;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.RetroArch.Sessions;

/// <summary>Stores pictures of the game for clients, and tells the player, as RetroArch does. Not thread-safe.</summary>
internal sealed class Screenshots(DoorPlan plan, string clients)
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly EmulatorClient _emulator = plan.Emulator;
    private readonly ScreenshotFolder? _folder = plan.ScreenshotFolder is { } path ? new ScreenshotFolder(path) : null;
    private readonly DropLog _drops = new(plan, clients);
    private readonly Queue<long> _latest = new();
    private bool _hasNamedSetting;

    /// <summary>Stores a picture, if there is a folder and there were not too many.</summary>
    /// <exception cref="EmulatorException">The emulator doesn't give it.</exception>
    public async Task TakeAsync(CancellationToken cancellationToken)
    {
        if (_folder is not { } folder)
        {
            NameSetting();
            return;
        }

        if (!TryCount())
        {
            _drops.Add($"at most {NetworkLimits.ScreenshotsEachMinute} pictures a minute are stored.");
            return;
        }

        using var picture = await _emulator.TakePictureAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var name = await folder.StoreAsync(ScreenshotName.Of(GameOf(_emulator.Status.Facts), plan.Time.GetLocalNow()),
                picture.Payload, cancellationToken).ConfigureAwait(false);
            await PlayerMessages.ShowAsync(_emulator, $"Screenshot saved: {name}", cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            _drops.Add("the picture can't be stored.", exception);
            await PlayerMessages.ShowAsync(_emulator, "Failed to take screenshot.", cancellationToken).ConfigureAwait(false);
        }
    }

    private static string GameOf(EmulatorFacts? facts) =>
        facts?.Files.Rom is { } rom ? Path.GetFileNameWithoutExtension(rom) : facts?.Title ?? "";

    private void NameSetting()
    {
        if (!_hasNamedSetting)
            _drops.Add("SCREENSHOT needs the setting Bridge:Doors:RetroArch:Screenshots.");
        _hasNamedSetting = true;
    }

    private bool TryCount()
    {
        var now = plan.Time.GetTimestamp();
        while (_latest.TryPeek(out var oldest) && plan.Time.GetElapsedTime(oldest, now) >= Minute)
            _latest.Dequeue();
        if (_latest.Count >= NetworkLimits.ScreenshotsEachMinute)
            return false;
        _latest.Enqueue(now);
        return true;
    }
}
