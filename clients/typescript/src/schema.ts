// Generated from src/Bridge.Api/Contract/OpenApi/openapi.json by tools/generate.mjs. Don't edit it.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A turn: a named state to start from, sensors to set, steps to play, conditions to wait for, frames to settle, what to read then. */
        ActRequest: {
            state?: components["schemas"]["StateName"] | null;
            sensors?: components["schemas"]["SensorsRequest"] | null;
            steps?: components["schemas"]["SequenceStep"][] | null;
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
            until?: components["schemas"]["Until"] | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
            /** @default false */
            during?: boolean | null;
            /** Format: int32 */
            settle?: number | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            /** @description true: the picture at the end as a PNG, in the member png. An object: the picture in this form, in screen. */
            screen?: (boolean | components["schemas"]["ScreenRequest"]) | null;
            /**
             * Format: int32
             * @default 1
             */
            scale?: number | null;
            /** Format: int32 */
            keyFrames?: number | null;
            /** @default false */
            eachStep?: boolean | null;
            /** Format: double */
            speed?: number | null;
            lease?: string | null;
        };
        /** @description The result of a turn: the frame of all readings, the number of frames that passed, the sequence, the values and the pictures. */
        ActResponse: {
            /** Format: int64 */
            frame: number;
            /** Format: int64 */
            frames: number;
            /** Format: int64 */
            id?: number;
            /** Format: int64 */
            pressedAt?: number;
            /** Format: int64 */
            releasedAt?: number;
            met?: boolean;
            held?: components["schemas"]["ConditionHeld"][];
            values?: components["schemas"]["PlaceRead"][];
            /** Format: byte */
            png?: string;
            screen?: components["schemas"]["ScreenTaken"];
            keyFrames?: components["schemas"]["KeyFrame"][];
            steps?: components["schemas"]["StepSeen"][];
        };
        /** @description An address: hexadecimal with 0x, decimal, a symbol like gPlayer+4 or gParty[3].level, or a chain of up to 8 pointers like [0x02000008]+0x10 or [gParty[3].next].level. */
        Address: string;
        /** @description The pixel (x, y) of the screen shows the pixel (OriginX + A x + B y, OriginY + C x + D y) of the map. Repeats: whether the map begins again at its end. */
        AffineShape: {
            /** Format: double */
            a: number;
            /** Format: double */
            b: number;
            /** Format: double */
            c: number;
            /** Format: double */
            d: number;
            /** Format: double */
            originX: number;
            /** Format: double */
            originY: number;
            repeats: boolean;
        };
        /**
         * @description A background; window: the Game Boy's window.
         * @enum {string}
         */
        Background: "0" | "1" | "2" | "3" | "window";
        /** @description One operation; op names it and decides which other members it takes. */
        BatchOperation: components["schemas"]["ReadOperation"] | components["schemas"]["WriteOperation"] | components["schemas"]["GuardOperation"] | components["schemas"]["PressOperation"] | components["schemas"]["SequenceOperation"] | components["schemas"]["HoldOperation"] | components["schemas"]["ReleaseOperation"] | components["schemas"]["ScreenOperation"] | components["schemas"]["RegisterOperation"];
        /** @description Operations that run in one frame, in this order. */
        BatchRequest: {
            operations: components["schemas"]["BatchOperation"][];
        };
        /** @description The result of each operation, all from the same frame. */
        BatchResponse: {
            /** Format: int64 */
            frame: number;
            results: components["schemas"]["OperationResponse"][];
        };
        /** @description A branch: steps to play or a movie, what to wait for, frames to settle, and what to observe at the end. */
        BranchRequest: {
            name?: string | null;
            steps?: components["schemas"]["SequenceStep"][] | null;
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
            movie?: components["schemas"]["MovieName"] | null;
            until?: components["schemas"]["Until"] | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
            /**
             * Format: int32
             * @default 0
             */
            settle?: number | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            /** @description true: the picture at the end as a PNG, in the member png. An object: the picture in this form, in screen. */
            screen?: (boolean | components["schemas"]["ScreenRequest"]) | null;
        };
        /** @description The end of a branch: the frames that ran, whether its condition was met and which ones held, the hashes of its memory, and what was observed. PictureHash is the XXH64 of the picture's pixels. */
        BranchResult: {
            /** Format: int32 */
            index: number;
            name: string;
            /** Format: int64 */
            frames: number;
            met?: boolean;
            held?: components["schemas"]["ConditionHeld"][];
            hashes: components["schemas"]["RegionHashed"][];
            values?: components["schemas"]["BranchValue"][];
            /** Format: byte */
            png?: string;
            screen?: components["schemas"]["ScreenTaken"];
            pictureHash?: string;
        };
        /** @description A value or bytes at the end of a branch; neither if a chain of pointers led nowhere. */
        BranchValue: {
            address?: string;
            type?: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value?: number;
            /** Format: int32 */
            length?: number;
            hex?: string;
            domain?: string;
            chain?: string;
        };
        /** @description Branches of one moment: a named state, a frame of the history, or now. Keep is the name of the branch whose end the game gets. Spread is the number of processes. */
        BranchesRequest: {
            branches: components["schemas"]["BranchRequest"][];
            state?: components["schemas"]["StateName"] | null;
            /** Format: int32 */
            fromFrame?: number | null;
            keep?: string | null;
            /**
             * Format: int32
             * @default 1
             */
            spread?: number | null;
            lease?: string | null;
        };
        /** @description The ends of the branches, in order, and the frame of the history from which they began. Kept is the branch that the game got, and frame its frame number then. */
        BranchesResponse: {
            /** Format: int64 */
            from: number;
            branches: components["schemas"]["BranchResult"][];
            kept?: string;
            /** Format: int64 */
            frame?: number;
        };
        /**
         * @description A read, a write, both (access), a write of another value (change), or an instruction that runs.
         * @enum {string}
         */
        BreakpointAccess: "read" | "write" | "access" | "change" | "execute";
        /**
         * @description What a hit does besides its event: nothing (log), or the game stops before its next instruction (stop).
         * @enum {string}
         */
        BreakpointAction: "log" | "stop";
        /**
         * @description How an unsigned number is compared.
         * @enum {string}
         */
        BreakpointComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge";
        /** @description The condition of a breakpoint: after the mask, what was read or written, or a register, compares with the value. */
        BreakpointCondition: {
            is: string;
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            mask: number;
            register?: string;
        };
        /** @description A breakpoint, and how often it was hit. symbol is the nearest name, if the game has symbols. */
        BreakpointDescription: {
            /** Format: int32 */
            id: number;
            address: string;
            /** Format: int64 */
            length: number;
            on: string;
            if?: components["schemas"]["BreakpointCondition"];
            /** Format: int32 */
            limit?: number;
            then: string;
            /** Format: double */
            stopSeconds?: number;
            /** Format: int64 */
            hits: number;
            symbol?: string;
        };
        /** @description All breakpoints of an emulator, oldest first, and where its game is stopped. */
        BreakpointList: {
            breakpoints: components["schemas"]["BreakpointDescription"][];
            stop?: components["schemas"]["StopDescription"];
            /** Format: int64 */
            frame: number;
        };
        /**
         * @description Whether every emulator can be used.
         * @enum {string}
         */
        BridgeStatus: "ready" | "unready" | "stopping";
        /**
         * @description A button. A Game Boy has no R and L.
         * @enum {string}
         */
        Button: "A" | "B" | "Select" | "Start" | "Right" | "Left" | "Up" | "Down" | "R" | "L";
        /** @description Buttons to hold, and for how long unless the hold is renewed; without a lease until the next change. */
        ButtonHold: {
            buttons: components["schemas"]["Button"][];
            /** Format: int32 */
            leaseMilliseconds?: number | null;
        };
        /**
         * @description A button by its name, or by its bit in the key register.
         * @enum {string}
         */
        ButtonOrKey: "A" | "B" | "Select" | "Start" | "Right" | "Left" | "Up" | "Down" | "R" | "L" | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
        /** @description Buttons to press together: frames down, frames up afterwards, and whether to wait for the end. */
        ButtonPress: {
            buttons: components["schemas"]["Button"][];
            /**
             * Format: int32
             * @default 6
             */
            hold?: number | null;
            /**
             * Format: int32
             * @default 2
             */
            release?: number | null;
            /** @default true */
            wait?: boolean | null;
        };
        /** @description The buttons at one moment. */
        ButtonState: {
            down: components["schemas"]["Button"][];
            held: components["schemas"]["Button"][];
            /** Format: int32 */
            queued: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description The buttons that are held from now on, and the frame in which they change, counted like that of a press. Hidden: opposing directions that mGBA doesn't show the game. */
        ButtonsHeld: {
            held: components["schemas"]["Button"][];
            /** Format: int64 */
            changesAt: number;
            /** Format: int64 */
            frame: number;
            hidden?: string[];
        };
        /** @description The number of dropped presses, and the frame in which the held buttons go up, counted like that of a press. */
        ButtonsReleased: {
            /** Format: int32 */
            dropped: number;
            /** Format: int64 */
            changesAt: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description A call: the instruction that called, where it goes on, where that address is on the stack (without At in lr), and the nearest name of the instruction, if the game has symbols. */
        CallDescription: {
            call: string;
            returnsTo: string;
            at?: string;
            symbol?: string;
        };
        /** @description Where the processor runs next (Pc), and the calls that led there, as far as the stack shows them, the latest first. */
        CallStackResponse: {
            pc: string;
            calls: components["schemas"]["CallDescription"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description A line of a cheat. */
        CheatCode: string;
        /** @description A cheat: its name, whether its codes act, the device that they are for, and the codes. */
        CheatDescription: {
            name: string;
            enabled: boolean;
            type: components["schemas"]["CheatType"];
            lines: string[];
        };
        /** @description All cheats of an emulator, in the order in which they act. */
        CheatList: {
            cheats: components["schemas"]["CheatDescription"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description The name of a cheat. */
        CheatName: string;
        /** @description The codes of a cheat and the device that they are for, and whether they act; without codes only that. */
        CheatRequest: {
            lines?: components["schemas"]["CheatCode"][] | null;
            /** @default auto */
            type?: components["schemas"]["CheatType"] | null;
            /** @default true */
            enabled?: boolean | null;
        };
        /**
         * @description The cheat device that codes are for; Raw: they are not encrypted.
         * @enum {string}
         */
        CheatType: "auto" | "codeBreaker" | "gameShark" | "gameSharkRaw" | "actionReplay" | "actionReplayRaw" | "vba" | "gameGenie";
        /** @description All cheats that an emulator is to have. */
        CheatsRequest: {
            cheats: components["schemas"]["NewCheat"][];
        };
        /** @description The seconds between two states from which another host of the fleet can start the emulator. */
        CheckpointSetting: {
            /** Format: double */
            everySeconds: number;
        };
        /**
         * @description A file format of clips. ffmpeg writes webp, mp4 and webm.
         * @enum {string}
         */
        ClipFormat: "gif" | "apng" | "webp" | "mp4" | "webm" | "wav";
        /**
         * @description changed: the time in which the picture stays the same is left out.
         * @enum {string}
         */
        ClipFrames: "changed";
        /** @description The clips of an emulator, the oldest first. */
        ClipList: {
            clips: components["schemas"]["ClipShape"][];
        };
        /** @description What a clip shows: the last seconds, frames of the history, or a movie; and how. Crop is in pixels of the game. Text is a line over the pictures. */
        ClipRequest: {
            /** Format: double */
            seconds?: number | null;
            /** Format: int32 */
            from?: number | null;
            /** Format: int32 */
            to?: number | null;
            movie?: components["schemas"]["MovieName"] | null;
            /** @default gif */
            format?: components["schemas"]["ClipFormat"] | null;
            /** Format: int32 */
            fps?: number | null;
            /** Format: int32 */
            scale?: number | null;
            crop?: components["schemas"]["Crop"] | null;
            /** @default false */
            sound?: boolean | null;
            overlay?: ("buttons" | "frame" | "notes")[] | null;
            text?: string | null;
            onlyFrames?: components["schemas"]["ClipFrames"] | null;
            /** @default false */
            wait?: boolean | null;
        };
        /** @description A clip: its first and last frame in numbers of the history or of the movie, how many of its frames are rendered, its pictures a second, and its file. State is waiting, rendering, done or failed; reducedPictures are those with more colors than a GIF has. Notes is the number of its subtitles. Live: it was recorded from its beginning on, because the emulator has no history, and lacks dropped pictures. */
        ClipShape: {
            id: string;
            emulator: string;
            state: components["schemas"]["ClipState"];
            format: string;
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            movie?: string;
            /** Format: int64 */
            frames: number;
            /** Format: int64 */
            rendered: number;
            /** Format: double */
            seconds: number;
            /** Format: double */
            fps?: number;
            sound: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            bytes?: number;
            /** Format: int32 */
            reducedPictures?: number;
            problem?: string;
            /** Format: int32 */
            notes: number;
            live?: boolean;
            /** Format: int64 */
            dropped?: number;
        };
        /**
         * @description How far a clip is.
         * @enum {string}
         */
        ClipState: "waiting" | "rendering" | "done" | "failed";
        /** @description A range of code on the bus; in the ROM of a Game Boy from 0x4000 on with its bank. */
        CodeRange: {
            /** Format: int32 */
            bank?: number;
            first: string;
            last: string;
        };
        /** @description A condition on a value in memory or on the picture, or one of RetroAchievements. Frames is for how many frames in a row; timeoutFrames when it must begin to hold. */
        Condition: {
            address?: components["schemas"]["Address"] | null;
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            is?: components["schemas"]["ConditionComparison"] | null;
            /** Format: int64 */
            value?: number | null;
            screen?: components["schemas"]["ConditionPicture"] | null;
            hash?: string | null;
            crop?: components["schemas"]["Crop"] | null;
            achievement?: string | null;
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            /** Format: int32 */
            timeoutFrames?: number | null;
        };
        /**
         * @description How a value in memory is compared: with a number, with the value at the beginning, or (same) with the frame before.
         * @enum {string}
         */
        ConditionComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "mask" | "changed" | "increased" | "decreased" | "same";
        /** @description A condition that held, by its index, and the number of frames after which it did. */
        ConditionHeld: {
            /** Format: int32 */
            condition: number;
            /** Format: int64 */
            frame: number;
        };
        /**
         * @description A picture that differs from the one at the beginning, is that of the frame before, is calm (still, but for parts that keep moving), or has this hash.
         * @enum {string}
         */
        ConditionPicture: "changed" | "still" | "calm" | "is";
        /** @description The connections to the script: how many are open, requests in flight, round-trip time of the latest ping. */
        ConnectionDescription: {
            /** Format: int32 */
            open: number;
            /** Format: int32 */
            inFlight: number;
            /** Format: int64 */
            roundTripMicroseconds: number;
        };
        /**
         * @description How a line is shown in the console.
         * @enum {string}
         */
        ConsoleLevel: "info" | "warn" | "error";
        /** @description A line for the console; level defaults to info. */
        ConsoleLine: {
            message: string;
            /** @default info */
            level?: components["schemas"]["ConsoleLevel"] | null;
        };
        /** @description The code that ran in frames of the history from From to To, as ranges of addresses, and how many instructions did. More: further ranges, which are left out. */
        CoverageResponse: {
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            /** Format: int64 */
            instructions: number;
            /** Format: int64 */
            bytes: number;
            ranges: components["schemas"]["CodeRange"][];
            /** Format: int64 */
            more: number;
        };
        /** @description An emulator to create: its ROM, and optionally where it starts, how it runs, how long it stays, and its place. */
        CreateRequest: {
            rom: string;
            state?: components["schemas"]["StateChoice"] | null;
            name?: components["schemas"]["EmulatorName"] | null;
            model?: components["schemas"]["GameBoyModel"] | null;
            /**
             * Format: double
             * @default 1
             */
            speed?: number | null;
            /** Format: int64 */
            clock?: number | null;
            lease?: components["schemas"]["LeaseSetting"] | null;
            labels?: {
                [key: string]: string;
            } | null;
            /**
             * Format: double
             * @default 0
             */
            wait?: number | null;
            checkpoint?: components["schemas"]["CheckpointSetting"] | null;
        };
        /** @description A created emulator: its name, the paths of its API and of its tools for language models, and its lease. host and direct: only in a fleet, the id of its host and the address of that host's bridge. */
        CreateResponse: {
            name: string;
            url: string;
            mcp: string;
            state: components["schemas"]["EmulatorState"];
            /** Format: int64 */
            frame: number;
            game: components["schemas"]["GameDescription"] | null;
            created: components["schemas"]["CreatedDescription"];
            host?: string;
            direct?: string;
        };
        /** @description A vector to create: its ROM and number of games; frames of a step, what to read and show at its end, the starts of resets, random numbers, the console, and how long it stays. */
        CreateVectorRequest: {
            rom: string;
            /** Format: int32 */
            count: number;
            name?: components["schemas"]["EmulatorName"] | null;
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            read?: components["schemas"]["ValueToRead"][] | null;
            picture?: components["schemas"]["VectorPicture"] | null;
            starts?: (components["schemas"]["VectorStart"] | null)[] | null;
            /**
             * Format: double
             * @default 0
             */
            sticky?: number | null;
            /**
             * Format: int32
             * @default 0
             */
            noops?: number | null;
            /**
             * Format: int64
             * @default 0
             */
            seed?: number | null;
            model?: components["schemas"]["GameBoyModel"] | null;
            /** Format: int64 */
            clock?: number | null;
            lease?: components["schemas"]["LeaseSetting"] | null;
        };
        /** @description What a created emulator was created with: the name of its ROM, its labels, and its lease. restored: only after its host was lost. */
        CreatedDescription: {
            rom: string;
            labels: {
                [key: string]: string;
            };
            lease: components["schemas"]["LeaseDescription"];
            restored?: components["schemas"]["RestoredDescription"];
        };
        /** @description A part of the picture, in pixels of the game. */
        Crop: {
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
        };
        /** @description An instruction: where it is on the bus, its bytes in the order of memory, and what it does. symbol is the nearest name of its address, targetSymbol that of the address to which it branches, if the game has symbols. */
        DisassembledInstruction: {
            address: string;
            hex: string;
            text: string;
            symbol?: string;
            targetSymbol?: string;
        };
        /** @description Instructions that follow each other in memory, in the mode arm, thumb or sm83. */
        DisassemblyResponse: {
            mode: string;
            instructions: components["schemas"]["DisassembledInstruction"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description A memory domain: mGBA's name for it, its address on the bus, its size in bytes. */
        DomainDescription: {
            name: string;
            base: string;
            /** Format: int64 */
            size: number;
        };
        /**
         * @description What the clients of a door may do; write includes read.
         * @enum {string}
         */
        DoorAccess: "read" | "write";
        /** @description A port at which another tool's clients find the game of an emulator. Without port, address and access it is closed. connected: a client has it. */
        DoorDescription: {
            kind: components["schemas"]["DoorKind"];
            emulator: string;
            /** Format: int32 */
            port?: number;
            address?: string;
            access?: components["schemas"]["DoorAccess"];
            connected: boolean;
        };
        /**
         * @description The tool whose protocol a door speaks.
         * @enum {string}
         */
        DoorKind: "gdb" | "bizhawk" | "retroarch";
        /** @description The open doors of all emulators. */
        DoorList: {
            doors: components["schemas"]["DoorDescription"][];
        };
        /** @description How to open a door. port: 0 for the first free one at which the tool looks, or any free one if the user names it to the tool. access: read, or write, which includes read; without it that of the settings. */
        DoorRequest: {
            /**
             * Format: int32
             * @default 0
             */
            port?: number | null;
            access?: components["schemas"]["DoorAccess"] | null;
        };
        /** @description An emulator as the API shows it. FramesPerSecond covers the last five seconds; it is 0 while the game does not run, and until it is known. created: only for an emulator that a client created. host and direct: only in a fleet, the id of its host and the address of that host's bridge. */
        EmulatorDescription: {
            name: string;
            state: components["schemas"]["EmulatorState"];
            /** Format: int64 */
            frame: number;
            /** Format: double */
            framesPerSecond: number;
            game: components["schemas"]["GameDescription"] | null;
            script: components["schemas"]["ScriptDescription"] | null;
            connection: components["schemas"]["ConnectionDescription"];
            problem: components["schemas"]["EmulatorProblem"] | null;
            created?: components["schemas"]["CreatedDescription"];
            host?: string;
            direct?: string;
        };
        /** @description An emulator's name, state and problem, and one sentence that says what to do next. title: the game's, if it is known. created: only for an emulator that a client created. host and direct: only in a fleet, the id of its host and the address of that host's bridge. */
        EmulatorHealth: {
            name: string;
            state: components["schemas"]["EmulatorState"];
            problem: components["schemas"]["EmulatorProblem"] | null;
            next: string;
            title?: string;
            created?: components["schemas"]["CreatedDescription"];
            host?: string;
            direct?: string;
        };
        /** @description The names and states of all emulators. unreachable: only in a fleet, the ids of hosts that did not respond in time. */
        EmulatorList: {
            emulators: components["schemas"]["EmulatorHealth"][];
            unreachable?: string[];
        };
        /** @description The name of an emulator: letters a-z, digits and -. */
        EmulatorName: string;
        /** @description What is wrong with an emulator, and one sentence that says what to do about it. */
        EmulatorProblem: {
            /** Format: uri-reference */
            type: string;
            advice: string;
        };
        /**
         * @description What an emulator does, or why it does nothing; GET /health says what to do about it.
         * @enum {string}
         */
        EmulatorState: "no-emulator" | "no-game" | "crashed" | "paused" | "stuck" | "running" | "held" | "script-outdated" | "wrong-secret" | "foreign-script" | "stopped" | "failed";
        /**
         * @description The topic of an event.
         * @enum {string}
         */
        EventTopic: "frame" | "buttons" | "reset" | "game" | "state" | "watch" | "rewound" | "marked" | "note" | "breakpoint" | "rumble" | "message";
        /** @description A field of a structure: its distance from the beginning in bytes, its type, and the number of elements of an array. */
        FieldDescription: {
            name: string;
            /** Format: int64 */
            at: number;
            type: string;
            /** Format: int64 */
            count?: number;
        };
        /** @description How many hosts the bridge knows, by their state. */
        FleetHostCounts: {
            /** Format: int32 */
            live: number;
            /** Format: int32 */
            draining: number;
            /** Format: int32 */
            lost: number;
        };
        /** @description What a bridge counts and sees in its fleet (docs/telemetry.md). */
        FleetMeterDescription: {
            hosts: components["schemas"]["FleetHostCounts"];
            /** Format: int32 */
            slots: number;
            /** Format: int32 */
            free: number;
            /** Format: int64 */
            waiting: number;
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            expired: number;
            /** Format: int64 */
            lost: number;
            /** Format: int64 */
            resyncs: number;
            /** Format: double */
            engineAgeSeconds: number;
        };
        /** @description The frame in which the command ran. */
        FrameResponse: {
            /** Format: int64 */
            frame: number;
        };
        /**
         * @description A console for a Game Boy game; AGB is the Game Boy Advance.
         * @enum {string}
         */
        GameBoyModel: "DMG" | "MGB" | "SGB" | "SGB2" | "CGB" | "SCGB" | "AGB";
        /** @description The game: title and code of its header, platform (GBA, GB), the model that mGBA emulates (AGB, DMG, MGB, SGB, SGB2, CGB, SCGB; null if unknown), checksum of the ROM, how many bytes of it can be read, and its files: the name of the ROM, the save file and the soft patch, each null if unknown. */
        GameDescription: {
            title: string;
            code: string;
            platform: components["schemas"]["Platform"];
            model: string | null;
            crc32: string;
            /** Format: int64 */
            size: number;
            file: string | null;
            save: components["schemas"]["SaveDescription"] | null;
            patch: components["schemas"]["PatchDescription"] | null;
        };
        /**
         * @description How a value in memory is compared with a number; mask: all of these bits are set.
         * @enum {string}
         */
        GuardComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "mask";
        /** @description Skips the operations after it unless a value compares. */
        GuardOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "guard";
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            is: components["schemas"]["GuardComparison"];
            /** Format: int64 */
            value: number;
        };
        /** @description The bridge's version, the health of every emulator, and the doors that are open for other tools. */
        HealthReport: {
            version: string;
            commit: string;
            status: components["schemas"]["BridgeStatus"];
            emulators: components["schemas"]["EmulatorHealth"][];
            doors: components["schemas"]["DoorDescription"][];
        };
        /** @description The frames that can be returned to, counted from the game's first one: the first, the present and the last one. Bytes is the memory of the history. Hash is of all writable memory after the frame HashedAt. Frame is the frame number of the response, as everywhere else. */
        HistoryResponse: {
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            now: number;
            /** Format: int64 */
            to: number;
            /** Format: int64 */
            bytes: number;
            marks: components["schemas"]["MarkShape"][];
            /** Format: int64 */
            hashedAt?: number;
            hash?: string;
            /** Format: int64 */
            frame: number;
        };
        /** @description The lease of a frozen game, the frame at which it stopped, and the seconds until it resumes unless the lease is renewed. */
        HoldBegun: {
            lease: string;
            /** Format: int64 */
            frame: number;
            /** Format: double */
            expiresInSeconds: number;
        };
        /** @description Holds exactly these buttons. */
        HoldOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "hold";
            buttons: components["schemas"]["Button"][];
        };
        /** @description Freezes the game, or renews the lease. LeaseSeconds defaults to 20. */
        HoldRequest: {
            /**
             * Format: double
             * @default 20
             */
            leaseSeconds?: number | null;
            /** @default false */
            exclusive?: boolean | null;
            lease?: string | null;
            owner?: string | null;
        };
        /** @description Who has frozen the game. The lease is present unless the game is frozen exclusively. */
        HoldState: {
            held: boolean;
            lease?: string;
            owner?: string;
            exclusive?: boolean;
            /** Format: double */
            expiresInSeconds?: number;
            /** Format: int32 */
            stepsWaiting: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description The watches of an imported list, in its order, and the lines that can't be watched. */
        ImportedWatches: {
            watches: components["schemas"]["WatchDescription"][];
            skipped: components["schemas"]["SkippedLine"][];
        };
        /** @description Instructions of a stopped game to run, and the frames to wait for that. */
        InstructionStep: {
            /**
             * Format: int32
             * @default 1
             */
            instructions?: number | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
        };
        /** @description A picture taken during the turn. */
        KeyFrame: {
            /** Format: int64 */
            frame: number;
            /** Format: byte */
            png: string;
        };
        /** @description The last write of the game to a range, in frames of the history from From to To; Write is not there if there was none. Since: the memory has another value at the end of these frames, so that a client or a loaded state wrote it. */
        LastWriterResponse: {
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            write?: components["schemas"]["WriteFound"];
            since: boolean;
        };
        /** @description The seconds without a request or open stream after which the emulator ends, and how many are left. Null: it never ends by itself. */
        LeaseDescription: {
            /** Format: double */
            seconds: number | null;
            /** Format: double */
            endsInSeconds: number | null;
        };
        /** @description The seconds without a request or open stream after which the emulator ends; null: never. */
        LeaseSetting: {
            /** Format: double */
            seconds?: number | null;
        };
        /** @description A name for the present frame. */
        MarkRequest: {
            name: string;
        };
        /** @description The frame of the history that was marked, and its frame number. */
        MarkResponse: {
            name: string;
            /** Format: int64 */
            at: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description A marked frame of the history. */
        MarkShape: {
            name: string;
            /** Format: int64 */
            at: number;
        };
        /** @description Bytes read from memory, two hexadecimal digits each. */
        MemoryBytes: {
            address: string;
            /** Format: int32 */
            length: number;
            hex: string;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
            symbol?: string;
        };
        /** @description The memory domains of the running game. */
        MemoryDomains: {
            domains: components["schemas"]["DomainDescription"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description A remaining place: its value, and its value at the previous search. */
        MemorySearchMatch: {
            address: string;
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            previous?: number;
            symbol?: string;
        };
        /** @description A new search; or, with an id, an earlier search to narrow, or whose latest narrowing is taken back. */
        MemorySearchRequest: {
            /** Format: int32 */
            id?: number | null;
            address?: components["schemas"]["PlainAddress"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            /** @enum {string|null} */
            type?: "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | null;
            /** @default true */
            aligned?: boolean | null;
            is?: components["schemas"]["SearchComparison"] | null;
            /** Format: int64 */
            value?: number | null;
            /** @default false */
            undo?: boolean | null;
            /**
             * Format: int32
             * @default 0
             */
            offset?: number | null;
            /**
             * Format: int32
             * @default 100
             */
            limit?: number | null;
        };
        /** @description The number of remaining places, and those with the lowest addresses. */
        MemorySearchResponse: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            count: number;
            matches: components["schemas"]["MemorySearchMatch"][];
            /** Format: int64 */
            frame: number;
        };
        /**
         * @description A type of number in memory: unsigned or signed, and its bits. Little-endian, at any alignment. A field that is a number has its own type, unless another one is given.
         * @enum {string}
         */
        MemoryType: "u8" | "u16" | "u32" | "i8" | "i16" | "i32";
        /** @description A value read from memory. symbol is the nearest name, if the game has symbols. */
        MemoryValue: {
            address: string;
            type: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
            symbol?: string;
        };
        /** @description A value to write; type defaults to u8. */
        MemoryWrite: {
            /** Format: int64 */
            value: number;
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
        };
        /** @description The result of a write: the address, the number of bytes, the frame. */
        MemoryWritten: {
            address: string;
            /** Format: int32 */
            length: number;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
            symbol?: string;
        };
        /** @description A message to the player, and for how many frames it stays. */
        MessageRequest: {
            text: string;
            /**
             * Format: int32
             * @default 180
             */
            frames?: number | null;
        };
        /** @description A message to the player that stays for Frames from the frame number Frame on. Drawn: the pictures have it. */
        MessageResponse: {
            text: string;
            /** Format: int32 */
            frames: number;
            drawn: boolean;
            /** Format: int64 */
            frame: number;
        };
        /** @description The meters of one emulator; null: unknown. */
        MeterDescription: {
            name: string;
            /** Format: double */
            framesPerSecond: number | null;
            /** Format: double */
            roundTripMs: number | null;
            /** Format: int32 */
            inFlight: number;
            /** Format: int64 */
            queuedBytes: number;
            /** Format: int64 */
            reconnects: number;
            /** Format: double */
            windowUsed: number | null;
            /** Format: int64 */
            bytesIn: number;
            /** Format: int64 */
            bytesOut: number;
            requests: components["schemas"]["RequestMeters"];
        };
        /** @description The meters of all emulators, and of the fleet if the bridge belongs to one. */
        MeterReport: {
            emulators: components["schemas"]["MeterDescription"][];
            fleet?: components["schemas"]["FleetMeterDescription"];
        };
        /** @description The movies of the running game, by name. */
        MovieList: {
            movies: components["schemas"]["StoredMovie"][];
        };
        /** @description The name of a movie. */
        MovieName: string;
        /** @description How a movie was played: frames of the movie, those that ran, hashes compared, and the result. With differs the first difference came after the frame after and at or before the frame before, in regions of memory. */
        MoviePlayed: {
            name: string;
            /** Format: int32 */
            frames: number;
            /** Format: int64 */
            played: number;
            /** Format: int64 */
            checked: number;
            result: string;
            /** Format: int64 */
            after?: number;
            /** Format: int64 */
            before?: number;
            regions?: string[];
            /** Format: int64 */
            frame: number;
        };
        /** @description A movie that is being recorded, and its first frame in numbers of the history. */
        MovieRecording: {
            name: string;
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description What to write: frames of the history, or all that follows from now, from a reset or from a named state on. */
        MovieRequest: {
            /** Format: int32 */
            from?: number | null;
            /** Format: int32 */
            to?: number | null;
            start?: components["schemas"]["MovieStart"] | null;
            state?: components["schemas"]["StateName"] | null;
        };
        /**
         * @description Where a recording begins: now, or with a reset of the game.
         * @enum {string}
         */
        MovieStart: "now" | "reset";
        /** @description A movie that a client has stored: its frames, whether it starts with power or from a state, the format that it came in, and what differs from the program that made it. */
        MovieStored: {
            name: string;
            /** Format: int32 */
            frames: number;
            start: string;
            source: string;
            /** Format: int32 */
            hashes: number;
            notes: string[];
            /** Format: int64 */
            bytes: number;
            /** Format: date-time */
            savedAt: string;
        };
        /**
         * @description When playing ends: at the first hash that differs, or with the movie.
         * @enum {string}
         */
        MovieUntil: "difference" | "end";
        /** @description How a movie was played by a process of its own, with the ROM of this name. */
        MovieVerified: {
            rom: string;
            /** Format: int32 */
            frames: number;
            /** Format: int64 */
            played: number;
            /** Format: int64 */
            checked: number;
            result: string;
            /** Format: int64 */
            after?: number;
            /** Format: int64 */
            before?: number;
            regions?: string[];
        };
        /** @description A movie that was written: its frames, the first and the last of them in numbers of the history, and its hashes. */
        MovieWritten: {
            name: string;
            /** Format: int32 */
            frames: number;
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            to: number;
            /** Format: int32 */
            hashes: number;
            /** Format: int64 */
            bytes: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description What a name means: an address on the bus, the type of the number there, and a comment. */
        NamedAddress: {
            address: string;
            type?: components["schemas"]["MemoryType"];
            comment?: string;
        };
        /** @description A breakpoint to set: a range of memory, what counts there, on which condition, after how many hits it no longer acts, and whether a hit stops the game, and for how many seconds at most. */
        NewBreakpoint: {
            address: components["schemas"]["Address"];
            on: components["schemas"]["BreakpointAccess"];
            /**
             * Format: int32
             * @default 1
             */
            length?: number | null;
            if?: components["schemas"]["NewBreakpointCondition"] | null;
            /** Format: int32 */
            limit?: number | null;
            then?: components["schemas"]["BreakpointAction"] | null;
            /**
             * Format: double
             * @default 60
             */
            stopSeconds?: number | null;
        };
        /** @description A number compares with a value: what was read or written, or a register. */
        NewBreakpointCondition: {
            is: components["schemas"]["BreakpointComparison"];
            /** Format: int64 */
            value: number;
            /**
             * Format: int64
             * @default 4294967295
             */
            mask?: number | null;
            register?: string | null;
        };
        /** @description A cheat: its name, its codes and the device that they are for, and whether they act. */
        NewCheat: {
            name: components["schemas"]["CheatName"];
            lines: components["schemas"]["CheatCode"][];
            /** @default auto */
            type?: components["schemas"]["CheatType"] | null;
            /** @default true */
            enabled?: boolean | null;
        };
        /** @description What a name is to mean: an address on the bus, the type of the number there, and a comment. */
        NewName: {
            address: components["schemas"]["Offset"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            comment?: string | null;
        };
        /** @description A note for the notebook. */
        NewNotebookNote: {
            text: string;
        };
        /** @description A new ticket. The URL has its secret, which no other response has; in a URL for clips, {id} stands for the identifier of a clip. */
        NewTicket: {
            id: string;
            for: string;
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description The watch to set: a value of a type, a number of bytes, or an achievement. intervalFrames defaults to 1, temporary to false. */
        NewWatch: {
            address?: components["schemas"]["Address"] | null;
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            /**
             * Format: int32
             * @default 1
             */
            intervalFrames?: number | null;
            name?: string | null;
            /** @default false */
            temporary?: boolean | null;
            achievement?: string | null;
        };
        /** @description The newest notes, ordered by frame. */
        NoteList: {
            notes: components["schemas"]["NoteShape"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description A line of text for the present frame. */
        NoteRequest: {
            text: string;
        };
        /** @description A line of text at a frame: of the history, or without one a frame number. Frame is the frame number of the response. */
        NoteResponse: {
            text: string;
            /** Format: int64 */
            at: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description A line of text at a frame of the history. Without a history, At is a frame number. */
        NoteShape: {
            text: string;
            /** Format: int64 */
            at: number;
        };
        /** @description A notebook: notes, a list of objects with text and perhaps id, time and frame; names, an object of names, each with address and perhaps type and comment. stored is ignored, so that a response of GET …/notebook is accepted. */
        NotebookFile: {
            [key: string]: unknown;
        };
        /** @description A name for an address, of the form of a symbol. */
        NotebookName: string;
        /** @description A note: its id, its text, and when it was written: the time, and the frame number. */
        NotebookNote: {
            /** Format: int32 */
            id: number;
            text: string;
            /** Format: date-time */
            time: string;
            /** Format: int64 */
            frame: number;
        };
        /** @description The notebook of a game: whether the bridge has a folder for notebooks (without one they end with the bridge), the notes, the oldest first, and the names. */
        NotebookShape: {
            stored: boolean;
            notes: components["schemas"]["NotebookNote"][];
            names: {
                [key: string]: components["schemas"]["NamedAddress"];
            };
        };
        /** @description An address: hexadecimal with 0x, decimal, or a chain of up to 8 pointers like [0x02000008]+0x10. */
        NumericAddress: string;
        /** @description An offset or an address: hexadecimal with 0x, or decimal. */
        Offset: string;
        /** @description The result of one operation: only the members that apply to it, none if the operation returns nothing. */
        OperationResponse: {
            passed?: boolean;
            skipped?: boolean;
            /** Format: int64 */
            value?: number;
            hex?: string;
            /** Format: int64 */
            id?: number;
            /** Format: int32 */
            dropped?: number;
            /** Format: int64 */
            changesAt?: number;
            /** Format: byte */
            png?: string;
        };
        /** @description Why a part of a request failed, in a response that is a success as a whole or has begun as one. */
        PartProblem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
        };
        /** @description The soft patch beside the ROM: the name of its file, whether mGBA has applied it, and why not. */
        PatchDescription: {
            file: string;
            applied: boolean;
            problem: string | null;
        };
        /**
         * @description A PNG, or the bytes of the pixels line by line.
         * @enum {string}
         */
        PictureFormat: "png" | "raw";
        /** @description A value, or bytes as hexadecimal digits. */
        PlaceRead: {
            address: string;
            type?: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value?: number;
            /** Format: int32 */
            length?: number;
            hex?: string;
            domain?: string;
            chain?: string;
            symbol?: string;
        };
        /** @description A place to read: a value of a type, or a number of bytes. */
        PlaceToRead: {
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
        };
        /** @description The places that were read, all in the same frame. */
        PlacesRead: {
            /** Format: int64 */
            frame: number;
            values: components["schemas"]["PlaceRead"][];
        };
        /** @description An address: hexadecimal with 0x, decimal, or a symbol like gPlayer+4 or gParty[3].level. */
        PlainAddress: string;
        /**
         * @description The platform of a game: Game Boy Advance or Game Boy.
         * @enum {string}
         */
        Platform: "GBA" | "GB";
        /** @description How to play a movie. */
        PlayRequest: {
            /** Format: double */
            speed?: number | null;
            /** Format: int32 */
            to?: number | null;
            /** @default difference */
            until?: components["schemas"]["MovieUntil"] | null;
            lease?: string | null;
        };
        /** @description A press that has ended, with the frames in which its buttons went down and up. Hidden: opposing directions that mGBA doesn't show the game. */
        PressFinished: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            pressedAt: number;
            /** Format: int64 */
            releasedAt: number;
            /** Format: int64 */
            frame: number;
            hidden?: string[];
        };
        /** @description Queues a press that begins in this frame. */
        PressOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "press";
            buttons: components["schemas"]["Button"][];
            /**
             * Format: int32
             * @default 6
             */
            hold?: number | null;
            /**
             * Format: int32
             * @default 2
             */
            release?: number | null;
        };
        /** @description A press that is queued or running. Hidden: opposing directions that mGBA doesn't show the game. */
        PressQueued: {
            /** Format: int64 */
            id: number;
            /** Format: int32 */
            queued: number;
            hidden?: string[];
        };
        /** @description A response as application/problem+json (RFC 9457). */
        Problem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
            parameter?: string;
            emulator?: string;
            safeToRepeat?: boolean;
            traceId: string;
        };
        /** @description Reads a value of a type, or bytes of a length. */
        ReadOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "read";
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
        };
        /** @description A table of characters: the text of each tile of a background by its number in the map. */
        ReadTextRequest: {
            table: {
                [key: string]: string;
            };
            /** @default 0 */
            background?: components["schemas"]["Background"] | null;
            otherwise?: string | null;
            /** @default true */
            visible?: boolean | null;
        };
        /** @description The text of a background. X and Y are the place of its first tile on the screen; Visible tells whether the rows are those on the screen. */
        ReadTextResponse: {
            background: string;
            visible: boolean;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
            rows: string[];
            /** Format: int64 */
            frame: number;
        };
        /** @description The XXH64 of a region of the game's memory. */
        RegionHashed: {
            region: string;
            hash: string;
        };
        /** @description A register and its value. */
        RegisterDescription: {
            name: string;
            /** Format: int64 */
            value: number;
            hex: string;
        };
        /** @description All registers that the CPU shows. */
        RegisterList: {
            registers: components["schemas"]["RegisterDescription"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description Reads a register, or writes a value to it. */
        RegisterOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "register";
            /** Format: int64 */
            value?: number | null;
            name: string;
        };
        /** @description A register and its value, with the frame of the read or write. */
        RegisterValue: {
            name: string;
            /** Format: int64 */
            value: number;
            hex: string;
            /** Format: int64 */
            frame: number;
        };
        /** @description The value to write to a register. */
        RegisterWrite: {
            /** Format: int64 */
            value: number;
        };
        /** @description Releases all buttons and empties the queue. */
        ReleaseOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "release";
        };
        /** @description How to replay a state. */
        ReplayRequest: {
            /** Format: double */
            speed?: number | null;
            lease?: string | null;
        };
        /** @description Requests to the script: all that have ended, those without a successful reply, and latencies of recent good ones. */
        RequestMeters: {
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            failed: number;
            /** Format: double */
            p50Ms: number | null;
            /** Format: double */
            p99Ms: number | null;
        };
        /** @description The frame of the checkpoint that the emulator was restored from, and the host that it was lost with. */
        RestoredDescription: {
            /** Format: int64 */
            frame: number;
            host: string;
        };
        /** @description The frame to return to: by frames or seconds before now, as a frame of the history, or by its mark. */
        RewindRequest: {
            /** Format: int32 */
            frames?: number | null;
            /** Format: double */
            seconds?: number | null;
            /** Format: int32 */
            toFrame?: number | null;
            mark?: string | null;
            lease?: string | null;
        };
        /** @description The frames of the history after a rewind, and the frame number of the present one. */
        RewindResponse: {
            /** Format: int64 */
            from: number;
            /** Format: int64 */
            now: number;
            /** Format: int64 */
            to: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description A ROM to load, by its name in the folder. */
        RomChoice: {
            name: string;
        };
        /** @description A ROM that can be loaded: its name, and its size in bytes. */
        RomDescription: {
            name: string;
            /** Format: int64 */
            size: number;
        };
        /** @description The ROMs that can be loaded. */
        RomList: {
            roms: components["schemas"]["RomDescription"][];
        };
        /** @description The ROM that was loaded, its frame number, and the facts about the game. */
        RomLoaded: {
            name: string;
            /** Format: int64 */
            frame: number;
            game: components["schemas"]["GameDescription"] | null;
        };
        /** @description What a game runs until: a use of memory, on a condition, and the frames to wait for it. */
        RunUntilRequest: {
            address: components["schemas"]["Address"];
            on?: components["schemas"]["BreakpointAccess"] | null;
            /**
             * Format: int32
             * @default 1
             */
            length?: number | null;
            if?: components["schemas"]["NewBreakpointCondition"] | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
            /**
             * Format: double
             * @default 60
             */
            stopSeconds?: number | null;
        };
        /** @description The save file: its path on mGBA's machine, whether mGBA can write it, and why not. If mGBA can't, the game's saves are lost when the game ends. Null: unknown. */
        SaveDescription: {
            path: string | null;
            writable: boolean | null;
            problem: string | null;
        };
        /** @description Takes a picture of the frame. */
        ScreenOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "screen";
        };
        /** @description The picture in a response: a scale of 1 to 8, or a width and a height of 1 to 1,024; gray instead of colors; the format png or raw. */
        ScreenRequest: {
            /**
             * Format: int32
             * @default 1
             */
            scale?: number | null;
            /** Format: int32 */
            width?: number | null;
            /** Format: int32 */
            height?: number | null;
            /** @default false */
            gray?: boolean | null;
            /** @default png */
            format?: components["schemas"]["PictureFormat"] | null;
        };
        /** @description The picture in a response: a PNG, or the bytes of its pixels line by line. */
        ScreenTaken: {
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            gray: boolean;
            /** Format: byte */
            png?: string;
            /** Format: byte */
            raw?: string;
        };
        /** @description The script inside mGBA: its version and protocol, the id of this run, mGBA's version, the memory of its Lua, the requests it has received from all clients, how many of them were cancelled before they began, and what this build can do. */
        ScriptDescription: {
            version: string;
            /** Format: int32 */
            protocol: number;
            instance: string;
            mgba: string;
            /** Format: int64 */
            memoryBytes: number;
            /** Format: int64 */
            commands: number;
            /** Format: int64 */
            cancelled: number;
            capabilities: string[];
        };
        /**
         * @description How a search compares each value: with a number, or with the value at the previous search.
         * @enum {string}
         */
        SearchComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "changed" | "unchanged" | "increased" | "decreased" | "any";
        /** @description What the sensors of a cartridge are to measure, and the time of its clock; null: as before. */
        SensorsRequest: {
            tilt?: components["schemas"]["TiltRequest"] | null;
            /** Format: double */
            gyroscope?: number | null;
            /** Format: double */
            light?: number | null;
            /** Format: int64 */
            clock?: number | null;
        };
        /** @description What the sensors of a cartridge measure; null: it has no such sensor. Rumble is whether its motor runs. */
        SensorsResponse: {
            tilt: components["schemas"]["TiltShape"] | null;
            /** Format: double */
            gyroscope: number | null;
            /** Format: double */
            light: number | null;
            rumble: boolean | null;
            /** Format: int64 */
            clock: number | null;
            /** Format: int64 */
            frame: number;
        };
        /** @description A sequence or a press that was cancelled: its state before, and the number of frames that were played. */
        SequenceCancelled: {
            /** Format: int64 */
            id: number;
            state: components["schemas"]["SequenceState"];
            /** Format: int32 */
            framesPlayed: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description A sequence that has ended: when it started, when its last button went up (without buttons, when it ended), and how many frames it lasted. With conditions whether they were met, and which held; if they held before it started, nothing was pressed. */
        SequenceFinished: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            pressedAt?: number;
            /** Format: int64 */
            releasedAt?: number;
            /** Format: int64 */
            frame: number;
            /** Format: int32 */
            frames: number;
            met?: boolean;
            held?: components["schemas"]["ConditionHeld"][];
        };
        /** @description The progress of a sequence or a press. */
        SequenceNow: {
            /** Format: int64 */
            id: number;
            state: components["schemas"]["SequenceState"];
            /** Format: int32 */
            framesPlayed: number;
            /** Format: int32 */
            frames: number;
            /** Format: int64 */
            pressedAt?: number;
            /** Format: int64 */
            releasedAt?: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description Queues a sequence that begins in this frame. */
        SequenceOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "sequence";
            steps: components["schemas"]["SequenceStep"][];
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
        };
        /**
         * @description What has become of a press or sequence.
         * @enum {string}
         */
        SequenceState: "queued" | "running" | "done" | "cancelled" | "interrupted";
        /** @description Buttons to press together, frames down and frames up afterwards; or frames to wait. at: the frame of the repetition in which it starts. */
        SequenceStep: {
            buttons?: components["schemas"]["Button"][] | null;
            /**
             * Format: int32
             * @default 6
             */
            hold?: number | null;
            /**
             * Format: int32
             * @default 2
             */
            release?: number | null;
            /** Format: int32 */
            wait?: number | null;
            /** Format: int32 */
            at?: number | null;
        };
        /** @description Steps to play, the number of repetitions, whether to wait for the end, and what ends it early. */
        SequenceToPlay: {
            steps: components["schemas"]["SequenceStep"][];
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
            /** @default true */
            wait?: boolean | null;
            until?: components["schemas"]["Until"] | null;
        };
        /** @description A line of an imported list that can't be watched: its number, from 1, and why. */
        SkippedLine: {
            /** Format: int32 */
            line: number;
            reason: string;
        };
        /** @description One of mGBA's slots, and the frame in which its state was saved. */
        SlotResponse: {
            /** Format: int32 */
            slot: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description How loud the sound of an emulator's stream is, 0 to 1. */
        SoundRequest: {
            /** Format: double */
            volume: number;
        };
        /** @description How loud the sound of an emulator's stream is from now on. */
        SoundResponse: {
            /** Format: double */
            volume: number;
        };
        /** @description The configured speed, and the frame of the reply. */
        SpeedResponse: {
            /** Format: double */
            speed: number;
            /** Format: int64 */
            frame: number;
        };
        /** @description A speed to set, for good or until its lease ends. */
        SpeedSetting: {
            /** Format: double */
            speed: number;
            /** Format: int32 */
            leaseMilliseconds?: number | null;
        };
        /** @description The sprites by their number. */
        SpriteList: {
            sprites: components["schemas"]["SpriteShape"][];
            /** Format: int64 */
            frame: number;
        };
        /** @description A sprite. X and Y are its left and top edge on the screen. Tile is the number in object memory; SheetTile counts from the start of video memory. Priority is that of backgrounds; on a Game Boy, 1 is behind their colors 1 to 3. Mode is normal, blended, window or prohibited. */
        SpriteShape: {
            /** Format: int32 */
            number: number;
            /** Format: int32 */
            x: number;
            /** Format: int32 */
            y: number;
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            /** Format: int32 */
            tile: number;
            /** Format: int32 */
            sheetTile: number;
            /** Format: int32 */
            colors: number;
            /** Format: int32 */
            palette: number;
            /** Format: int32 */
            priority: number;
            flipX: boolean;
            flipY: boolean;
            affine: boolean;
            doubleSize: boolean;
            mode: string;
            visible: boolean;
        };
        /** @description A named state to start from, and the emulator that saved it; default is the emulator called default. */
        StateChoice: {
            name: components["schemas"]["StateName"];
            emulator?: components["schemas"]["EmulatorName"] | null;
        };
        /** @description A named state that was loaded, the frame in which it was saved, and a warning if it is of another build of the game. */
        StateLoaded: {
            name: string;
            /** Format: int64 */
            frame: number;
            warning?: string;
        };
        /** @description The name of a state. */
        StateName: string;
        /** @description A named state: its name, its size in bytes, and when it was saved. With tree=true also its frame, the ROM's CRC-32, the state from which the game came and the frames since then, the note, and whether it has a picture; what is unknown is missing. */
        StateNode: {
            name: string;
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            savedAt: string;
            /** Format: int64 */
            frame?: number;
            crc32?: string;
            parent?: string;
            /** Format: int64 */
            frames?: number;
            note?: string;
            picture?: boolean;
        };
        /** @description A named state that was stored: its size in bytes, the time, and its frame; null if a client sent the bytes. */
        StateSaved: {
            name: string;
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            savedAt: string;
            /** Format: int64 */
            frame: number | null;
        };
        /** @description The named states of the running game, by name. */
        StateTreeList: {
            states: components["schemas"]["StateNode"][];
        };
        /** @description A step of several emulators. buttons has one list for each of them, or one for all; leases, states and sensors have one entry for each. */
        StepManyRequest: {
            emulators: string[];
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            buttons?: components["schemas"]["Button"][][] | null;
            leases?: (string | null)[] | null;
            states?: (string | null)[] | null;
            sensors?: (components["schemas"]["SensorsRequest"] | null)[] | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            /** @default true */
            draw?: boolean | null;
            screen?: components["schemas"]["ScreenRequest"] | null;
        };
        /** @description The results in the order of the emulators. */
        StepManyResponse: {
            results: components["schemas"]["StepManyResult"][];
        };
        /** @description The result of one emulator: what a single step returns, or its problem. */
        StepManyResult: {
            emulator: string;
            /** Format: int64 */
            frame?: number;
            values?: components["schemas"]["PlaceRead"][];
            screen?: components["schemas"]["ScreenTaken"];
            problem?: components["schemas"]["PartProblem"];
        };
        /** @description A step: frames to run, buttons that are down during them, sensors to set before them, the lease of an exclusively frozen game, places to read in the last frame, whether to draw that frame, and its picture. */
        StepRequest: {
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            buttons?: components["schemas"]["Button"][] | null;
            sensors?: components["schemas"]["SensorsRequest"] | null;
            lease?: string | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            /** @default true */
            draw?: boolean | null;
            screen?: components["schemas"]["ScreenRequest"] | null;
        };
        /** @description The frame at which the game stopped again, the values read in it, and its picture. */
        StepResponse: {
            /** Format: int64 */
            frame: number;
            values?: components["schemas"]["PlaceRead"][];
            screen?: components["schemas"]["ScreenTaken"];
            hidden?: string[];
        };
        /** @description What was observed where a step ended: its index in steps, the frame, the values and the picture. */
        StepSeen: {
            /** Format: int32 */
            step: number;
            /** Format: int64 */
            frame: number;
            values?: components["schemas"]["PlaceRead"][];
            /** Format: byte */
            png?: string;
            screen?: components["schemas"]["ScreenTaken"];
        };
        /** @description Where a game is stopped: before the instruction at Pc, in a frame and cycle of it, by a breakpoint or after a step. Of a read or write, Instruction did it, and Address, Size, Value and, of a write, Before say what. It goes on by itself after SecondsLeft. PcSymbol and Symbol are the nearest names. */
        StopDescription: {
            pc: string;
            on: string;
            /** Format: int64 */
            frame: number;
            /** Format: int64 */
            cycle: number;
            /** Format: int32 */
            breakpoint?: number;
            instruction?: string;
            address?: string;
            /** Format: int32 */
            size?: number;
            /** Format: int64 */
            before?: number;
            /** Format: int64 */
            value?: number;
            dma: boolean;
            registers: {
                [key: string]: number;
            };
            /** Format: double */
            secondsLeft: number;
            pcSymbol?: string;
            symbol?: string;
        };
        /** @description For how many seconds a game is stopped, and the frames to wait for that. */
        StopRequest: {
            /**
             * Format: double
             * @default 60
             */
            stopSeconds?: number | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
        };
        /** @description Whether the game has stopped, and where. */
        StopResponse: {
            stopped: boolean;
            stop?: components["schemas"]["StopDescription"];
            /** Format: int64 */
            frame: number;
        };
        /** @description A movie: its name, its size in bytes, and when it was saved. */
        StoredMovie: {
            name: string;
            /** Format: int64 */
            bytes: number;
            /** Format: date-time */
            savedAt: string;
        };
        /** @description What is at a place by its type: a number, an address for a pointer, a list for an array, or an object of the fields of a structure. symbol is the nearest name. */
        StructureRead: {
            address: string;
            type: string;
            value: unknown;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
            symbol?: string;
        };
        /** @description A symbol: its name, its address on the bus or its offset in a domain, and its size in bytes if it is known. */
        SymbolDescription: {
            name: string;
            address: string;
            domain?: string;
            /** Format: int64 */
            size?: number;
        };
        /** @description The symbols of the game: how many there are, the format of their file, and how many symbols of the file were left out; for a file in Bridge:Symbols:Folder its name, and the problem if it can't be used. Then how many symbols match, the first of those, and the nearest name at or before the requested address. */
        SymbolList: {
            /** Format: int32 */
            count: number;
            format?: string;
            /** Format: int32 */
            skipped: number;
            file?: string;
            problem?: string;
            /** Format: int32 */
            matches: number;
            symbols: components["schemas"]["SymbolDescription"][];
            nearest?: string;
        };
        /** @description The symbols that were stored: how many, the format of their file, and how many symbols of the file were left out. */
        SymbolsStored: {
            /** Format: int32 */
            count: number;
            format: string;
            /** Format: int32 */
            skipped: number;
        };
        /** @description The tickets of an emulator, the oldest first. */
        TicketList: {
            tickets: components["schemas"]["TicketShape"][];
        };
        /**
         * @description What a ticket opens.
         * @enum {string}
         */
        TicketPurpose: "screen" | "events" | "audio" | "clips";
        /** @description What a ticket opens, and for how many seconds. */
        TicketRequest: {
            for: components["schemas"]["TicketPurpose"];
            /**
             * Format: int32
             * @default 3600
             */
            seconds?: number | null;
        };
        /** @description A ticket without its secret. */
        TicketShape: {
            id: string;
            for: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description The map of a background. Tiles, SheetTiles, Palettes and Flips have a list for each row. Tiles are numbers in the map; SheetTiles count from the start of video memory, -1 for a tile that a background can't show. Flips: 1 left and right, 2 top and bottom, 3 both. ScrollX and ScrollY are the pixel of the map at the top left of the screen; of the window 7 or less, and 0 or less. */
        TileMapResponse: {
            background: string;
            shown: boolean;
            /** Format: int32 */
            columns: number;
            /** Format: int32 */
            rows: number;
            /** Format: int32 */
            colors: number;
            /** Format: int32 */
            priority?: number;
            /** Format: int32 */
            scrollX?: number;
            /** Format: int32 */
            scrollY?: number;
            affine?: components["schemas"]["AffineShape"];
            tiles: number[][];
            sheetTiles: number[][];
            palettes: number[][];
            flips: number[][];
            /** Format: int64 */
            frame: number;
        };
        /** @description How far the console is to be tilted to the right, and towards the player; 1 is a quarter turn. */
        TiltRequest: {
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
        };
        /** @description How far the console is tilted to the right, and towards the player; 1 is a quarter turn. */
        TiltShape: {
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
        };
        /** @description Instructions that ran in a frame of the history, in their order. */
        TraceResponse: {
            /** Format: int64 */
            at: number;
            instructions: components["schemas"]["TracedInstruction"][];
        };
        /** @description An instruction: in which frame of the history (At) and cycle of it, its address, its bytes in the order of memory, what it does, and the registers before it, where they were asked for. Symbol is the nearest name of its address. */
        TracedInstruction: {
            /** Format: int64 */
            at: number;
            /** Format: int64 */
            cycle: number;
            address: string;
            mode: string;
            hex: string;
            text: string;
            registers?: {
                [key: string]: number;
            };
            symbol?: string;
        };
        /** @description A structure: its name, its size in bytes, and its fields in the order of the file. */
        TypeDescription: {
            name: string;
            /** Format: int64 */
            size: number;
            fields: components["schemas"]["FieldDescription"][];
        };
        /** @description The types of the game; for a file in Bridge:Symbols:Folder its name, and the problem if it can't be used. */
        TypeList: {
            types: components["schemas"]["TypeDescription"][];
            symbols: components["schemas"]["TypedSymbolDescription"][];
            file?: string;
            problem?: string;
        };
        /** @description A symbol with a type, and the number of elements of an array. */
        TypedSymbolDescription: {
            name: string;
            type: string;
            /** Format: int64 */
            count?: number;
        };
        /** @description Structures by their names, each with its size in bytes and its fields by their names; a field has at, its distance from the beginning, a type, and count if it is an array. Then symbols by their names, with type and count. A type is u8, u16, u32, i8, i16, i32, a structure, or one of these with * for a pointer; void* points at anything. */
        TypesFile: {
            [key: string]: unknown;
        };
        /** @description The types that were stored: how many structures, and how many symbols have a type. */
        TypesStored: {
            /** Format: int32 */
            types: number;
            /** Format: int32 */
            symbols: number;
        };
        /** @description What to wait for: any or all of some conditions, or one condition. */
        Until: {
            any?: components["schemas"]["Condition"][] | null;
            all?: components["schemas"]["Condition"][] | null;
            address?: components["schemas"]["Address"] | null;
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            is?: components["schemas"]["ConditionComparison"] | null;
            /** Format: int64 */
            value?: number | null;
            screen?: components["schemas"]["ConditionPicture"] | null;
            hash?: string | null;
            crop?: components["schemas"]["Crop"] | null;
            achievement?: string | null;
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            /** Format: int32 */
            timeoutFrames?: number | null;
        };
        /** @description A value that each step reads: an address or a chain of pointers, its type, and the memory domain; null: the bus. */
        ValueToRead: {
            address: components["schemas"]["NumericAddress"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
        };
        /** @description The shared memory of a vector: a path that the bridge's account can open, its bytes, the version of its layout, and the Unix socket that gives its descriptor to programs for which the path leads nowhere. */
        VectorBlockDescription: {
            path: string;
            /** Format: int64 */
            size: number;
            /** Format: int32 */
            version: number;
            socket: string;
        };
        /** @description A vector. block: the shared memory, only for programs on the bridge's machine. died and stuck: how many games were replaced since the start, only where one vector is asked for. */
        VectorDescription: {
            name: string;
            url: string;
            rom: string;
            game: components["schemas"]["VectorGame"];
            /** Format: int32 */
            count: number;
            /** Format: int32 */
            frames: number;
            read: components["schemas"]["VectorValue"][];
            picture?: components["schemas"]["VectorPictureForm"];
            /** Format: double */
            sticky: number;
            /** Format: int32 */
            noops: number;
            /** Format: int64 */
            seed: number;
            lease: components["schemas"]["VectorLease"];
            block?: components["schemas"]["VectorBlockDescription"];
            /** Format: int32 */
            died?: number;
            /** Format: int32 */
            stuck?: number;
        };
        /** @description An ordinary emulator that goes on from a game of a vector. */
        VectorEmulatorRequest: {
            name?: components["schemas"]["EmulatorName"] | null;
            /**
             * Format: double
             * @default 1
             */
            speed?: number | null;
            lease?: components["schemas"]["LeaseSetting"] | null;
            labels?: {
                [key: string]: string;
            } | null;
        };
        /** @description The game: its title, GBA or GB, and the checksum of the ROM. */
        VectorGame: {
            title: string;
            platform: components["schemas"]["Platform"];
            crc32: string;
        };
        /** @description The seconds without use after which the vector ends; null: never. */
        VectorLease: {
            /** Format: double */
            seconds: number | null;
        };
        /** @description All vectors. */
        VectorList: {
            vectors: components["schemas"]["VectorDescription"][];
        };
        /** @description The picture at the end of a step: its size, gray or in colors, and of how many last frames it is the maximum, 1 or 2. */
        VectorPicture: {
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            /** @default false */
            gray?: boolean | null;
            /**
             * Format: int32
             * @default 1
             */
            last?: number | null;
        };
        /** @description The size of the pictures, whether they are gray, and of how many last frames they are the maximum. */
        VectorPictureForm: {
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            gray: boolean;
            /** Format: int32 */
            last: number;
        };
        /** @description What to read from the next step on. */
        VectorReads: {
            read: components["schemas"]["ValueToRead"][];
        };
        /** @description A reset of games to a start. Seed sets the random numbers of game I as if the vector had begun with it. */
        VectorResetRequest: {
            games?: number[] | null;
            /**
             * Format: int32
             * @default 0
             */
            start?: number | null;
            /**
             * Format: int64
             * @default 0
             */
            seed?: number | null;
        };
        /** @description What became of one game: status 0 if it was stepped, or another one of docs/protocol/vectors.md; its frame counter, -1 if it was not stepped; and its values, null where a chain of pointers led nowhere. */
        VectorResult: {
            /** Format: int32 */
            game: number;
            /** Format: int32 */
            status: number;
            /** Format: int64 */
            frame: number;
            values: (number | null)[];
        };
        /** @description A start of resets: a named state of an emulator; without it the console just switched on. */
        VectorStart: {
            state?: components["schemas"]["StateName"] | null;
            emulator?: components["schemas"]["EmulatorName"] | null;
        };
        /** @description A step: keys are masks, buttons their names; one for each stepped game, or one for all. starts and seeds have one entry for each: the start to reset it to before its first frame, and the new state of its random numbers, or null. */
        VectorStepRequest: {
            games?: number[] | null;
            keys?: number[] | null;
            buttons?: components["schemas"]["Button"][][] | null;
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            starts?: (number | null)[] | null;
            seeds?: (number | null)[] | null;
        };
        /** @description The results of a step, in the order of the stepped games. */
        VectorStepResponse: {
            results: components["schemas"]["VectorResult"][];
        };
        /** @description A value that each step reads, and its memory domain if it has one. */
        VectorValue: {
            address: string;
            type: components["schemas"]["MemoryType"];
            domain?: string;
        };
        /** @description The palettes of the backgrounds and of the sprites; each color is #RRGGBB. */
        VideoPalettes: {
            background: string[][];
            sprites: string[][];
            /** Format: int64 */
            frame: number;
        };
        /** @description A wait: a number of frames; or a condition, and for how many frames at most. */
        WaitRequest: {
            /** Format: int32 */
            frames?: number | null;
            until?: components["schemas"]["Until"] | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
        };
        /** @description The frames that passed; for conditions whether they were met, and which held; for one on a value alone, the value at the end with its address. */
        WaitResponse: {
            /** Format: int64 */
            frame: number;
            met?: boolean;
            /** Format: int32 */
            waited: number;
            held?: components["schemas"]["ConditionHeld"][];
            /** Format: int64 */
            value?: number;
            address?: string;
        };
        /** @description A watch and its latest reading: a value, bytes as hexadecimal digits, or whether an achievement's conditions hold (1) or not (0), which has no address. Value, bytes and address are missing while a pointer in its chain is invalid. Temporary is present only if it is true. Symbol is the nearest name of the address, if the game has symbols. */
        WatchDescription: {
            /** Format: int32 */
            id: number;
            name?: string;
            address?: string | null;
            achievement?: string;
            type?: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value?: number;
            /** Format: int32 */
            length?: number;
            hex?: string;
            domain?: string;
            chain?: string;
            /** Format: int32 */
            intervalFrames: number;
            temporary?: boolean;
            /** Format: int64 */
            frame: number;
            symbol?: string;
        };
        /** @description The watches of an emulator, oldest first. */
        WatchList: {
            watches: components["schemas"]["WatchDescription"][];
        };
        /** @description A write: its frame in the history (At) and cycle of it, the instruction (Pc), the address, the size in bytes, the values and the registers. Dma: not the processor did. PcSymbol is the nearest name of the instruction. */
        WriteFound: {
            /** Format: int64 */
            at: number;
            /** Format: int64 */
            cycle: number;
            pc: string;
            address: string;
            /** Format: int32 */
            size: number;
            /** Format: int64 */
            before: number;
            /** Format: int64 */
            value: number;
            dma: boolean;
            registers: {
                [key: string]: number;
            };
            pcSymbol?: string;
        };
        /** @description Writes a value of a type, or bytes. */
        WriteOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "write";
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            /** Format: int64 */
            value?: number | null;
            hex?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
