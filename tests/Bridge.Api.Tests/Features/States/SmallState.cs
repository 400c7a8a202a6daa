using Bridge.Api.Features.States;

namespace Bridge.Api.Tests.Features.States;

/// <summary>A state that a fake emulator saves: a Game Boy's machine without attachments.</summary>
internal static class SmallState
{
    public static byte[] Bytes => new byte[StateTable.GameBoyBytes + StateTable.EntryBytes];
}
